-- The glossary of a workspace: how its terms are translated, or that they never are.

-- Returns whether the value maps known languages to valid terms.
create function private.are_term_translations(p_translations jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when jsonb_typeof(p_translations) is distinct from 'object' then false
    else not exists (
      select from jsonb_each(p_translations) as entry (language, word)
      where not private.is_language(language)
        or jsonb_typeof(word) <> 'string'
        or char_length(word #>> '{}') not between 1 and 80
    )
  end;
end
$$;

-- The page creates `id`. A term that is `never` translated has no translations; a term with neither is a hint for
-- recognisers. Proposed terms await a decision; `meeting_id` is where they were proposed. `approved_by` wrote or
-- approved the current values.
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

create unique index glossary_terms_once_idx on public.glossary_terms (workspace_id, language, lower(term));
create index glossary_terms_meeting_id_idx on public.glossary_terms (meeting_id) where meeting_id is not null;
create index glossary_terms_proposed_by_idx on public.glossary_terms (proposed_by) where proposed_by is not null;
create index glossary_terms_approved_by_idx on public.glossary_terms (approved_by) where approved_by is not null;

create function private.term_entry_json(p_term public.glossary_terms) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'language', p_term.language, 'term', p_term.term, 'never', p_term.never, 'translations', p_term.translations
  );
end
$$;

create function private.term_json(p_term public.glossary_terms) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.term_entry_json(p_term) || jsonb_build_object(
    'id', p_term.id,
    'workspace_id', p_term.workspace_id,
    'note', p_term.note,
    'state', p_term.state,
    'meeting_id', p_term.meeting_id,
    'proposed_by', p_term.proposed_by,
    'approved_by', p_term.approved_by,
    'created_at', p_term.created_at,
    'changed_at', p_term.changed_at
  );
end
$$;
