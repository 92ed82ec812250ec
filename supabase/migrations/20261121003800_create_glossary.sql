-- What a workspace's words are called in other languages, or that they are never translated.

-- Each language once, each with what a term may be.
create function private.are_term_translations(value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when jsonb_typeof(value) is distinct from 'object' then false
    else not exists (
      select from jsonb_each(value) as entry (language, word)
      where not private.is_language(language)
        or jsonb_typeof(word) <> 'string'
        or char_length(word #>> '{}') not between 1 and 80
    )
  end;
end
$$;

-- `id` is made by the page. A term that is `never` translated has no translations; one with neither is a word that
-- recognisers should know. What was proposed waits for a decision; `meeting_id` is where. `approved_by` wrote it as it is.
create table public.glossary_terms (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  term text not null check (char_length(term) between 1 and 80),
  language text not null check (private.is_language(language)),
  never boolean not null,
  translations jsonb not null check (private.are_term_translations(translations)),
  note text not null check (char_length(note) between 0 and 500),
  state text not null check (state in ('proposed', 'approved')),
  meeting_id uuid references public.meetings on delete set null,
  proposed_by uuid references public.profiles on delete set null,
  approved_by uuid references public.profiles on delete set null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (not never or translations = '{}'),
  check (not translations ? language)
);
revoke all on public.glossary_terms from public, anon, authenticated, service_role;
alter table public.glossary_terms enable row level security;
grant select on public.glossary_terms to authenticated;

create unique index glossary_terms_once_idx on public.glossary_terms (workspace_id, language, lower(term));
create index glossary_terms_meeting_id_idx on public.glossary_terms (meeting_id) where meeting_id is not null;
create index glossary_terms_proposed_by_idx on public.glossary_terms (proposed_by) where proposed_by is not null;
create index glossary_terms_approved_by_idx on public.glossary_terms (approved_by) where approved_by is not null;

create policy "members read their workspace's glossary" on public.glossary_terms
for select to authenticated
using (private.is_member(workspace_id));

create function private.term_entry(term public.glossary_terms) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'language', term.language, 'term', term.term, 'never', term.never, 'translations', term.translations
  );
end
$$;

create function private.term_shape(term public.glossary_terms) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.term_entry(term) || jsonb_build_object(
    'id', term.id,
    'workspace_id', term.workspace_id,
    'note', term.note,
    'state', term.state,
    'meeting_id', term.meeting_id,
    'proposed_by', term.proposed_by,
    'approved_by', term.approved_by,
    'created_at', term.created_at,
    'changed_at', term.changed_at
  );
end
$$;

-- A word of a glossary: one line, composed, so that it is found however somebody's keyboard makes its letters.
create function private.clean_term(raw text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return normalize(private.clean_name(raw), NFC);
end
$$;

create function private.make_term(
  raw_term text, in_language text, keep boolean, raw_translations jsonb, raw_note text
) returns public.glossary_terms
language plpgsql stable set search_path = '' as $$
declare
  term public.glossary_terms;
begin
  term.term := private.clean_term(raw_term);
  term.language := in_language;
  term.never := coalesce(keep, false);
  term.translations := coalesce(raw_translations, '{}');
  if jsonb_typeof(term.translations) = 'object' then
    select coalesce(
      jsonb_object_agg(
        entry.language,
        case
          when jsonb_typeof(entry.word) = 'string' then to_jsonb(private.clean_term(entry.word #>> '{}'))
          else entry.word
        end
      ),
      '{}'
    )
    into term.translations
    from jsonb_each(term.translations) as entry (language, word);
  end if;
  term.note := private.clean_message(raw_note);
  return term;
end
$$;

-- The code of what is wrong with a term; null when nothing is.
create function private.term_fault(term public.glossary_terms) returns text
language plpgsql stable set search_path = '' as $$
declare
  words text[];
begin
  if not private.is_language(term.language) then
    return 'language/unknown';
  elsif jsonb_typeof(term.translations) <> 'object' then
    return 'request/invalid';
  elsif exists (select from jsonb_object_keys(term.translations) as tag where not private.is_language(tag)) then
    return 'language/unknown';
  elsif exists (select from jsonb_each(term.translations) as entry where jsonb_typeof(entry.value) <> 'string')
    or (term.never and term.translations <> '{}')
    or term.translations ? term.language
  then
    return 'request/invalid';
  end if;
  words := term.term || array(select value from jsonb_each_text(term.translations));
  if exists (select from unnest(words) as word where char_length(word) < private.bound('term.min')) then
    return 'glossary/empty';
  elsif char_length(term.note) > private.bound('termNote.max')
    or exists (select from unnest(words) as word where char_length(word) > private.bound('term.max'))
  then
    return 'glossary/too-long';
  end if;
  return null;
end
$$;

-- A term as given, or a refusal.
create function private.read_term(
  id uuid, raw_term text, in_language text, keep boolean, raw_translations jsonb, raw_note text
) returns public.glossary_terms
language plpgsql stable set search_path = '' as $$
declare
  term public.glossary_terms := private.make_term(raw_term, in_language, keep, raw_translations, raw_note);
begin
  if id is null then
    perform private.fail('request/invalid');
  elsif private.term_fault(term) is not null then
    perform private.fail(private.term_fault(term));
  end if;
  term.id := id;
  return term;
end
$$;

-- One write of a glossary after the other, so that its limits count them all.
create function private.lock_glossary(of_workspace uuid) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.lock_glossary:' || of_workspace, 0));
end
$$;

-- Below, the caller holds the glossary's lock.

create function private.require_room(in_workspace uuid, for_state text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (
    select count(*) from public.glossary_terms where workspace_id = in_workspace and state = for_state
  ) >= private.bound(case for_state when 'approved' then 'glossaryTerms' else 'glossaryProposals' end) then
    perform private.fail('glossary/full');
  end if;
end
$$;

-- What a member writes is approved, and settles what others had proposed of the same word. Unchanged, it is left alone.
create function private.put_term(term public.glossary_terms, member uuid) returns public.glossary_terms
language plpgsql set search_path = '' as $$
declare
  before public.glossary_terms;
begin
  select * into before from public.glossary_terms as known where known.id = term.id;
  delete from public.glossary_terms as known
  where known.workspace_id = term.workspace_id
    and known.language = term.language
    and lower(known.term) = lower(term.term)
    and known.id <> term.id
    and known.state = 'proposed';
  if exists (
    select from public.glossary_terms as known
    where known.workspace_id = term.workspace_id
      and known.language = term.language
      and lower(known.term) = lower(term.term)
      and known.id <> term.id
  ) then
    perform private.fail('glossary/duplicate');
  elsif before.state is distinct from 'approved' then
    perform private.require_room(term.workspace_id, 'approved');
  elsif (before.term, before.language, before.never, before.translations, before.note)
    = (term.term, term.language, term.never, term.translations, term.note)
  then
    return before;
  end if;
  insert into public.glossary_terms as known (
    id, workspace_id, term, language, never, translations, note, state, approved_by
  )
  values (
    term.id, term.workspace_id, term.term, term.language, term.never, term.translations, term.note, 'approved', member
  )
  on conflict (id) do update
  set
    term = excluded.term,
    language = excluded.language,
    never = excluded.never,
    translations = excluded.translations,
    note = excluded.note,
    state = excluded.state,
    approved_by = excluded.approved_by,
    changed_at = now()
  returning * into term;
  return term;
end
$$;
