-- Links in emails, by which attendees with an address answer without signing in.

-- A link belongs to a person, a line and one revision of its text. The token is the only proof, so only its SHA-256 is stored.
-- The rows also record who got an email and a reminder.
create table private.confirmation_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  line_id uuid not null references public.confirmations on delete cascade,
  user_id uuid not null references public.profiles on delete cascade,
  revision int not null check (revision > 0),
  reminder boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (line_id, user_id, revision, reminder)
);
revoke all on private.confirmation_links from public, anon, authenticated, service_role;
alter table private.confirmation_links enable row level security;

create index confirmation_links_user_id_idx on private.confirmation_links (user_id, created_at);
create index confirmation_links_expires_at_idx on private.confirmation_links (expires_at);

-- Returns the link of a token. Unknown and expired tokens, and those of people who may no longer read the line, get the same
-- error. A link to an earlier text gets another, because a newer email has the current one.
create function private.require_link(p_token text) returns private.confirmation_links
language plpgsql stable set search_path = '' as $$
declare
  link private.confirmation_links;
  line public.lines;
begin
  select * into link from private.confirmation_links
  where token_hash = sha256(decode(case when p_token ~ '^[0-9a-f]{64}$' then p_token else '' end, 'hex'))
    and expires_at > now();
  select * into line from public.lines where id = link.line_id and deleted_at is null;
  if line.id is null
    or not private.is_put_to_everybody(line.id)
    or not private.has_attended(link.user_id, line.call_id)
  then
    perform private.raise_error('confirmation/link-refused');
  elsif line.revision <> link.revision then
    perform private.raise_error('confirmation/changed');
  end if;
  return link;
end
$$;

-- Returns what the page of a link shows. Reading changes nothing, because mail scanners follow links.
create function private.confirmation_by_link(p_token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  link private.confirmation_links := private.require_link(p_token);
begin
  return (
    select jsonb_build_object(
      'line_id', lines.id,
      'revision', lines.revision,
      'kind', line_marks.kind,
      'title', meetings.title,
      'host_name', private.host_name(meetings),
      'said_at', coalesce(lines.spoken_at, lines.created_at),
      'time_zone', profiles.time_zone,
      'author', author.display_name,
      'text', lines.text,
      'language', lines.language,
      'reads', reader.reads,
      'translation', private.text_read(lines, reader.reads),
      'answer', answers.answer,
      'words', (select text from public.lines as words where words.id = answers.words_id)
    )
    from public.lines
    join public.line_marks on line_marks.line_id = lines.id
    join public.meetings on meetings.id = lines.meeting_id
    join public.profiles on profiles.id = link.user_id
    join public.participants as reader on reader.meeting_id = lines.meeting_id and reader.user_id = link.user_id
    join public.participants as author on author.meeting_id = lines.meeting_id and author.user_id = lines.author
    left join public.confirmation_answers as answers
      on answers.line_id = lines.id and answers.user_id = link.user_id and answers.revision = lines.revision
    where lines.id = link.line_id
  );
end
$$;
grant execute on function private.confirmation_by_link(text) to anon, authenticated;

create function public.confirmation_by_link(p_token text) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.confirmation_by_link(p_token)
$$;
grant execute on function public.confirmation_by_link(text) to anon, authenticated;

-- Answers as the person of the link, with the rules and limits of `answer_confirmation`. The link opens nothing else.
create function private.answer_by_link(
  p_token text, p_answer text, p_words_id uuid, p_language text, p_text text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link private.confirmation_links := private.require_link(p_token);
begin
  perform private.store_answer(
    link.user_id,
    link.line_id,
    link.revision,
    p_answer,
    (
      select participants.reads
      from public.lines
      join public.participants
        on participants.meeting_id = lines.meeting_id and participants.user_id = link.user_id
      where lines.id = link.line_id
    ),
    p_words_id,
    p_language,
    p_text
  );
  return private.confirmation_by_link(p_token);
end
$$;
grant execute on function private.answer_by_link(text, text, uuid, text, text) to anon, authenticated;

create function public.answer_by_link(
  p_token text,
  p_answer text,
  p_words_id uuid default null,
  p_language text default null,
  p_text text default null
) returns jsonb
language sql security invoker set search_path = '' as $$
  select private.answer_by_link(p_token, p_answer, p_words_id, p_language, p_text)
$$;
grant execute on function public.answer_by_link(text, text, uuid, text, text) to anon, authenticated;
