import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useDropzone } from "react-dropzone";
import { AVATARS_FUNCTION_PATH, type AvatarsRequest } from "#contracts/avatars.ts";
import { fail, type Result } from "#contracts/errors.ts";
import { pageHttp } from "~/auth/pageHttp.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { showShellToast } from "~/shell/lazy.tsx";
import { Button } from "~/ui/Button.tsx";
import { AvatarFrame } from "../AvatarFrame.tsx";
import type { AvatarFieldProps } from "../avatarField.ts";
import type { Crop } from "../core/crop.ts";
import { CropDialog } from "./CropDialog.tsx";
import { encodeAvatar, openPicture } from "./openPicture.client.ts";
import { type AvatarProblem, ProblemNotice } from "./ProblemNotice.tsx";

/** Phones convert their own format to one of these. */
const ACCEPTED = "image/jpeg,image/png,image/webp,image/avif";

/** Chooses, crops and removes the avatar. A dropped picture works too. */
export function AvatarField({ env, workspaceId, shown }: AvatarFieldProps) {
  const { avatar } = shown;
  const t = useMessages();
  const { revalidate } = useRevalidator();
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [problem, setProblem] = useState<AvatarProblem | null>(null);
  const [busy, setBusy] = useState<"open" | "remove" | null>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const latest = useRef<ImageBitmap | null>(null);
  useEffect(() => () => latest.current?.close(), []);
  const show = (opened: ImageBitmap) => {
    latest.current?.close();
    latest.current = opened;
    setPicture(opened);
  };
  const send = async (request: AvatarsRequest): Promise<Result<unknown>> => {
    const sent = await pageHttp(env).post(AVATARS_FUNCTION_PATH, request);
    if (sent.ok) revalidate();
    return sent;
  };
  const onChosen = async (file: File | undefined) => {
    if (file === undefined || busy !== null) return;
    setProblem(null);
    setBusy("open");
    const opened = await openPicture(file);
    setBusy(null);
    if (typeof opened === "string") setProblem(opened);
    else show(opened);
  };
  const save = async (crop: Crop): Promise<Result<unknown>> => {
    if (picture === null) return fail("bug/unexpected");
    const set = await encodeAvatar(picture, crop).catch(() => null);
    if (set === null) return fail("bug/unexpected");
    const sent = await send({ workspace_id: workspaceId, set });
    if (!sent.ok) return sent;
    setPicture(null);
    showShellToast(t("avatars.saved"));
    return sent;
  };
  const remove = async () => {
    setProblem(null);
    setBusy("remove");
    const sent = await send({ workspace_id: workspaceId, remove: true });
    setBusy(null);
    if (!sent.ok) return setProblem(sent.error.code);
    // The button that was clicked goes.
    choose.current?.focus();
    showShellToast(t("avatars.removed"));
  };
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    ...{ noClick: true, noKeyboard: true, useFsAccessApi: false, multiple: false },
    onDrop: ([file], [refused]) => void onChosen(file ?? refused?.file),
  });
  return (
    <div className="grid gap-3">
      <div {...getRootProps()}>
        <input {...getInputProps()} accept={ACCEPTED} aria-label={t("avatars.choose")} />
        <AvatarFrame shown={shown} active={isDragActive}>
          <Button ref={choose} size="s" busy={busy === "open"} onClick={open}>
            {t(avatar === null ? "avatars.choose" : "avatars.change")}
          </Button>
          {avatar !== null && (
            <Button size="s" variant="ghost" busy={busy === "remove"} onClick={() => void remove()}>
              {t("avatars.remove")}
            </Button>
          )}
        </AvatarFrame>
      </div>
      {problem !== null && <ProblemNotice problem={problem} />}
      <CropDialog picture={picture} save={save} onClose={() => setPicture(null)} finalFocus={() => choose.current} />
    </div>
  );
}
