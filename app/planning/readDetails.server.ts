/** Reads one occurrence of a planned meeting with its whole series. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { ownColour } from "#contracts/colours.ts";
import { ok, type Result } from "#contracts/errors.ts";
import { LANGUAGES } from "#contracts/languages.ts";
import { formatMeetingCode } from "#contracts/meetings.ts";
import type { PlannedSeries } from "#contracts/plans.ts";
import { parseLocal } from "#planning/localTime.ts";
import { isTimeZone, resolveLocal } from "#planning/zones.ts";
import type { DetailsView, InviteeView, SeriesView } from "./calendarView.ts";
import { clockNotes, findOccurrence } from "./core/clockNotes.ts";

interface Reader {
  readonly id: string;
  readonly timeZone: string;
}

/** Errors: `request/not-found`, `request/rate-limited`. */
export async function readDetails(
  { rpc }: Pick<AppLoadContext, "rpc">,
  seriesId: string,
  key: string,
  reader: Reader,
): Promise<Result<DetailsView>> {
  const read = await rpc("read_series", { p_series_id: seriesId });
  return read.ok ? ok(toDetails(read.value, key, reader)) : read;
}

/** `key` names an occurrence. The zone of a series may be unknown to this runtime, and then no occurrence is found. */
function toDetails(series: PlannedSeries, key: string, reader: Reader): DetailsView {
  const { times, overrides, cancelled_at, invitees, code } = series;
  const found = cancelled_at === null && isTimeZone(times.zone) ? findOccurrence(times, overrides, key) : null;
  const zones = invitees.flatMap(({ zone }) => zone ?? []);
  return {
    series: toSeriesView(series),
    workspace: series.workspace_id,
    key,
    occurrence: found && {
      ...{ seriesId: series.id, key },
      startsAt: found.occurrence.starts_at,
      endsAt: found.occurrence.ends_at,
    },
    sequence: series.sequence,
    canChange: series.can_change,
    cancelled: cancelled_at !== null,
    code: code && formatMeetingCode(code),
    access: series.access,
    organizer: series.organizer_name,
    agenda: series.agenda,
    times,
    overrides,
    invitees: invitees.map((invitee) => toInvitee(invitee, reader.id)),
    readerColour: ownColour(reader.id),
    clockNotes: found === null ? [] : clockNotes(found, [reader.timeZone, ...zones]),
  };
}

type SeriesRow = Pick<PlannedSeries, "id" | "meeting_id" | "title" | "language" | "ended">;

export const toSeriesView = (
  series: SeriesRow & ({ times: PlannedSeries["times"] } | { repeats: boolean }),
): SeriesView => ({
  id: series.id,
  meetingId: series.meeting_id,
  title: series.title,
  language: series.language,
  dir: LANGUAGES[series.language].dir,
  repeats: "repeats" in series ? series.repeats : series.times.rule !== null,
  ended: series.ended,
});

function toInvitee(invitee: PlannedSeries["invitees"][number], readerId: string): InviteeView {
  const { id, user_id, email, name, language, zone, answer, proposal } = invitee;
  return {
    ...{ id, userId: user_id, email, language, zone, answer },
    name: name ?? email,
    isReader: user_id === readerId,
    colour: ownColour(user_id ?? id),
    proposedAt:
      proposal !== null && isTimeZone(proposal.zone)
        ? resolveLocal(proposal.zone, parseLocal(proposal.start)).instant
        : null,
  };
}
