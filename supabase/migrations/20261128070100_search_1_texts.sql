-- The texts by which files are found: names, translated names, and the beginnings of text files.
--
-- A text is found by any part of it. An index of its parts of one, two and three characters (n-grams) finds the texts that
-- have all parts of a query; a longer query is then compared. `pg_trgm` takes its letters from `lc_ctype`: in a database
-- of the type `C` it finds nothing in Arabic or Japanese, and it has no index for one or two characters.

-- Returns `text` as searches compare it, like `foldText` of the app: without accents, vowel signs, case and compatibility
-- forms, with ASCII digits, and with one form of letters that people write for each other.
create function private.fold_text(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return translate(
    replace(replace(replace(
      lower(
        regexp_replace(
          normalize(p_text, NFKD),
          '[\u0300-\u036f\u0485\u0486\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640'
          '\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08ff\u00ad\u115f\u1160'
          '\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u3164'
          '\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\U000e0000-\U000e0fff]',
          '', 'g'
        ) collate "und-x-icu"
      ),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'
    ),
    'ىیکةٱςıøłđ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙',
    'ييكهاσiold01234567890123456789012345678901234567890123456789'
  );
end
$$;

-- Returns `text` folded, with single spaces, of at most `p_max` characters. The rest is not folded: a run of marks takes time
-- that grows with its square.
create function private.searchable(p_text text, p_max int) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return btrim(left(regexp_replace(private.fold_text(left(p_text, p_max)), '[\s\u0001-\u001f\u007f-\u009f]+', ' ', 'g'), p_max));
end
$$;

-- Returns the parts of one, two and three characters of each line of a text.
create function private.grams(p_text text) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(
    select gram
    from (
      select letter, letter || lead(letter) over place as pair,
        letter || lead(letter) over place || lead(letter, 2) over place as triple
      from unnest(string_to_array(p_text, null)) with ordinality as listed (letter, place)
      window place as (order by listed.place)
    ) as parts
    cross join lateral (values (letter), (pair), (triple)) as gram_of (gram)
    where position(E'\n' in gram) = 0
    group by gram
  );
end
$$;

-- Returns the longest half, quarter and so on of a text whose parts fit into the index. Random characters take forty times
-- their bytes there, a text in a language about six times.
create function private.indexable(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  most constant int := private.limit_value('board.gramsPerText');
begin
  while cardinality(private.grams(p_text)) > most loop
    p_text := left(p_text, char_length(p_text) / 2);
  end loop;
  return p_text;
end
$$;

-- Returns by which parts a query is found, none for an empty one: the query if it is that short, else its parts of three characters. They are
-- bounded, because a longer query is compared as well.
create function private.query_grams(p_query text) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  if char_length(p_query) <= 3 then
    return array_remove(array[p_query], '');
  end if;
  return array(select distinct substr(p_query, place, 3) from generate_series(1, least(char_length(p_query) - 2, 40)) as place);
end
$$;

-- Returns the keys of a text in the index: where it belongs, and its parts.
create function private.search_keys(p_workspace_id uuid, p_meeting_id uuid, p_call_id uuid, p_text text) returns text[]
language plpgsql immutable set search_path = '' cost 10000 as $$
begin
  return array_remove(
    array[
      'workspace ' || p_workspace_id,
      'meeting ' || p_meeting_id,
      coalesce('call ' || p_call_id, 'board ' || p_meeting_id)
    ],
    null
  ) || private.grams(p_text);
end
$$;

-- `field`: `names` has the name of the file, the text of its line and its translations, each on a line; `contents` the
-- beginning of a text file. `contents` are stored before the file is shared, and found afterwards. The other columns repeat
-- those of the file and its line, so that a search filters and sorts without reading them.
create table public.file_texts (
  file_id uuid not null references public.files on delete cascade,
  field text not null check (field in ('names', 'contents')),
  meeting_id uuid not null,
  workspace_id uuid,
  call_id uuid,
  -- Null before the file is shared.
  seq bigint,
  owner uuid not null,
  kind text not null,
  language text,
  name text,
  bytes bigint not null,
  shared_at timestamptz,
  text text not null,
  -- The beginning of contents as they are written, which cards show.
  excerpt text check (char_length(excerpt) between 1 and 280),
  primary key (file_id, field)
);
revoke all on public.file_texts from public, anon, authenticated, service_role;
alter table public.file_texts enable row level security;

-- The list of pending entries would be read by each search.
create index file_texts_keys_idx on public.file_texts
using gin (private.search_keys(workspace_id, meeting_id, call_id, text)) with (fastupdate = off);
-- Statistics of the keys would compute them for thousands of texts.
alter index public.file_texts_keys_idx alter column 1 set statistics 0;


-- Stores one text of a file. A file that is not shared yet has no line. An equal text is not written again, so the index
-- stays as it is.
create function private.store_file_text(
  p_file public.files,
  p_field text,
  p_text text,
  p_excerpt text default null
) returns void
language plpgsql set search_path = '' as $$
declare
  line record;
begin
  select seq, language into line from public.lines where id = p_file.id;
  update public.file_texts
  set seq = line.seq, owner = p_file.owner, language = line.language, name = p_file.name, shared_at = p_file.shared_at,
    excerpt = p_excerpt
  where file_id = p_file.id and field = p_field and text = p_text;
  if found then
    return;
  end if;
  insert into public.file_texts
    (file_id, field, meeting_id, workspace_id, call_id, seq, owner, kind, language, name, bytes, shared_at, text, excerpt)
  select p_file.id, p_field, p_file.meeting_id, meetings.workspace_id, p_file.call_id, line.seq, p_file.owner,
    private.file_kind(p_file.type), line.language, p_file.name, p_file.bytes, p_file.shared_at, p_text, p_excerpt
  from public.meetings
  where meetings.id = p_file.meeting_id
  on conflict (file_id, field) do update
  set seq = excluded.seq, owner = excluded.owner, language = excluded.language, name = excluded.name,
    shared_at = excluded.shared_at, text = excluded.text, excerpt = excluded.excerpt;
end
$$;

-- Returns the names of a file: its own, the text of its line and the translations, folded, each on a line.
create function private.names_of_file(p_file public.files) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select private.indexable(string_agg(distinct private.searchable(name, private.limit_value('fileName.max')::int), E'\n'))
    from (
      select p_file.name
      union all select lines.text from public.lines where lines.id = p_file.id
      union all
      select translations.text
      from public.translations
      join public.lines on lines.id = line_id and lines.revision = translations.revision
      where line_id = p_file.id and translations.text is not null
    ) as named (name)
    where name is not null
  );
end
$$;

-- Stores the names of a shared file as they are now, and what searches filter its contents by. Deletes the texts of a
-- deleted file. Other lines have no file. The plans of a new, empty table would read it whole when it has grown.
create function private.index_file(p_file_id uuid) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  file public.files;
begin
  select * into file from public.files where id = p_file_id;
  if file.deleted_at is not null then
    delete from public.file_texts where file_id = p_file_id;
  elsif file.shared_at is not null then
    perform private.store_file_text(file, 'names', private.names_of_file(file));
    update public.file_texts as stored
    set seq = lines.seq, language = lines.language, shared_at = file.shared_at
    from public.lines
    where lines.id = p_file_id and stored.file_id = p_file_id and field = 'contents';
  end if;
end
$$;

create function private.index_changed_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.index_file(new.id);
  return null;
end
$$;

-- At the end of the transaction, when the file has its line.
create constraint trigger index_shared_file after insert on public.files deferrable initially deferred
for each row when (new.shared_at is not null) execute function private.index_changed_file();
create constraint trigger index_changed_file after update of shared_at, deleted_at on public.files
deferrable initially deferred
for each row when ((old.shared_at, old.deleted_at) is distinct from (new.shared_at, new.deleted_at))
execute function private.index_changed_file();

-- Writes no text: a merge moves thousands of files at once.
create function private.index_file_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.file_texts set owner = new.owner where file_id = new.id;
  return null;
end
$$;
create trigger index_file_owner after update of owner on public.files
for each row when (old.owner is distinct from new.owner) execute function private.index_file_owner();

create trigger index_renamed_file after update of text, language on public.lines
for each row when ((old.text, old.language) is distinct from (new.text, new.language))
execute function private.index_changed_file();

create function private.index_translated_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.files where id = new.line_id) then
    perform private.index_file(new.line_id);
  end if;
  return null;
end
$$;
create trigger index_translated_file after insert or update of text on public.translations
for each row when (new.text is not null) execute function private.index_translated_file();

-- Meetings of guests that came to a workspace, until the sweep has moved their texts there. A merge would hold the lock of a
-- meeting while its texts are indexed again.
create table public.moved_meetings (meeting_id uuid primary key references public.meetings on delete cascade);
revoke all on public.moved_meetings from public, anon, authenticated, service_role;
alter table public.moved_meetings enable row level security;

create function private.note_moved_meeting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.moved_meetings (meeting_id) values (new.id) on conflict do nothing;
  return null;
end
$$;
create trigger note_moved_meeting after update of workspace_id on public.meetings
for each row when (old.workspace_id is distinct from new.workspace_id) execute function private.note_moved_meeting();

-- Files that were shared before have no contents here.
select private.index_file(id) from public.files where shared_at is not null and deleted_at is null;
