-- Sample data: due dates of tasks, and decisions and tasks that were put to everybody. Runs after `seed.sql`, and a repeat changes
-- nothing. Tom has answered everything, so the local inbox keeps free of reminders to him.

update public.line_marks set due_on = (at + task.days * interval '1 day')::date
from (
  values
    (21, 8, 10),
    (24, 5, 9)
) as task (call, number, days)
where line_id = ('5eed0000-0000-4000-8000-0000000' || task.call || lpad(task.number::text, 3, '0'))::uuid
  and due_on is null;

insert into public.confirmations (line_id, call_id, asked_by, asked_at)
select
  lines.id, lines.call_id, ('5eed0000-0000-4000-8000-00000000000' || asked.person)::uuid,
  lines.created_at + interval '20 seconds'
from (
  values
    (21, 5, 1),
    (21, 8, 1),
    (23, 9, 2)
) as asked (call, number, person)
join public.lines
  on lines.id = ('5eed0000-0000-4000-8000-0000000' || asked.call || lpad(asked.number::text, 3, '0'))::uuid
on conflict do nothing;

-- Questions and own wordings: lines of the board about the decision. They take the places after the lines of the call.
insert into public.lines (id, meeting_id, about, seq, changed, author, language, text, created_at)
select
  ('5eed0000-0000-4000-8000-0000000a' || lpad(words.number::text, 4, '0'))::uuid,
  asked.meeting_id,
  asked.id,
  200 + 2 * words.number,
  201 + 2 * words.number,
  profiles.id,
  profiles.speaks,
  words.text,
  asked.created_at + words.after::interval
from (
  values
    (1, 3, '50 seconds', '来月の最後の水曜日だと理解しました。'),
    (2, 4, '70 seconds', 'أيّ شهر؟ هذا الشهر أم القادم؟')
) as words (number, person, after, text)
join public.profiles on profiles.id = ('5eed0000-0000-4000-8000-00000000000' || words.person)::uuid
join public.lines as asked on asked.id = '5eed0000-0000-4000-8000-000000021005'
on conflict do nothing;

insert into public.translations (line_id, revision, language, status, text, engine, lease_until, created_at)
select
  lines.id, 1, made.language, 'ready', made.text, 'seed', lines.created_at, lines.created_at + interval '1 second'
from (
  values
    (1, 'en', 'I understood the last Wednesday of next month.'),
    (1, 'es', 'Entendí el último miércoles del mes que viene.'),
    (1, 'ar', 'فهمتُ أنه الأربعاء الأخير من الشهر القادم.'),
    (2, 'en', 'Which month? This month or the next?'),
    (2, 'es', '¿Qué mes? ¿Este mes o el próximo?'),
    (2, 'ja', 'どの月ですか。今月ですか、来月ですか。')
) as made (number, language, text)
join public.lines on lines.id = ('5eed0000-0000-4000-8000-0000000a' || lpad(made.number::text, 4, '0'))::uuid
on conflict do nothing;

-- Those who asked, or whose wording it is, have read the original. Omar has not answered about the task.
insert into public.confirmation_answers (
  line_id, user_id, revision, answer, words_id, read_language, read_text, answered_at
)
select
  lines.id,
  profiles.id,
  lines.revision,
  given.answer,
  ('5eed0000-0000-4000-8000-0000000a' || lpad(given.words::text, 4, '0'))::uuid,
  translations.language,
  translations.text,
  lines.created_at + given.after::interval
from (
  values
    (21, 5, 1, 'understood', null, '20 seconds'),
    (21, 5, 2, 'understood', null, '35 seconds'),
    (21, 5, 3, 'different', 1, '50 seconds'),
    (21, 5, 4, 'unclear', 2, '70 seconds'),
    (21, 8, 1, 'understood', null, '20 seconds'),
    (21, 8, 2, 'understood', null, '30 seconds'),
    (21, 8, 3, 'understood', null, '45 seconds'),
    (23, 9, 1, 'understood', null, '40 seconds'),
    (23, 9, 2, 'understood', null, '20 seconds'),
    (23, 9, 4, 'understood', null, '55 seconds')
) as given (call, number, person, answer, words, after)
join public.lines
  on lines.id = ('5eed0000-0000-4000-8000-0000000' || given.call || lpad(given.number::text, 3, '0'))::uuid
join public.profiles on profiles.id = ('5eed0000-0000-4000-8000-00000000000' || given.person)::uuid
left join public.translations
  on translations.line_id = lines.id
  and translations.revision = lines.revision
  and translations.language = profiles.reads
on conflict do nothing;

update public.meetings
set
  seq = greatest(seq, (select max(changed) from public.lines where meeting_id = meetings.id)),
  board_line_count = (select count(*) from public.lines where meeting_id = meetings.id and call_id is null)
where workspace_id = '5eed0000-0000-4000-8000-0000000000aa'
  and exists (select from public.lines where meeting_id = meetings.id and about is not null);
