-- The texts by which files are found: names, translated names, and the beginnings of text files.
--
-- A text is found by any part of it. An index of its parts of one, two and three characters (n-grams) finds the texts that
-- may have all parts of a query; these are then compared. `pg_trgm` takes its letters from `lc_ctype`: in a database
-- of the type `C` it finds nothing in Arabic or Japanese, and it has no index for one or two characters.
--
-- An index of this type never removes a key. So there is a fixed number of keys, 2^18 for parts and twice as many for places, whatever
-- people write, rename and delete. Different parts and places share keys, so searches compare what the index finds.

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

-- Returns the keys of the parts of one, two and three characters of each line of a text. `query_keys` makes them alike.
create function private.part_keys(p_text text) returns int[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(
    select distinct hashtext(part) & 262143
    from (
      select letter, letter || lead(letter) over place as pair,
        letter || lead(letter) over place || lead(letter, 2) over place as triple
      from unnest(string_to_array(p_text, null)) with ordinality as listed (letter, place)
      window place as (order by listed.place)
    ) as parts
    cross join lateral (values (letter), (pair), (triple)) as part_of (part)
    where position(E'\n' in part) = 0
  );
end
$$;

-- Returns the longest half, quarter and so on of a text that has no more keys than a text may have. More would take too long
-- to store.
create function private.indexable(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  most constant int := private.limit_value('board.gramsPerText');
begin
  while cardinality(private.part_keys(p_text)) > most loop
    p_text := left(p_text, char_length(p_text) / 2);
  end loop;
  return p_text;
end
$$;

-- Returns the keys that a text with the query has, none for an empty query: that of the query if it is short, else those of
-- its parts of three characters. They are bounded, because the query is compared as well.
create function private.query_keys(p_query text) returns int[]
language plpgsql immutable set search_path = '' as $$
begin
  if p_query = '' then
    return '{}';
  end if;
  return array(
    select distinct hashtext(substr(p_query, place, 3)) & 262143
    from generate_series(1, least(greatest(char_length(p_query) - 2, 1), 40)) as place
  );
end
$$;

-- Clients choose the ids of meetings. Without this number, they could choose some with the key of another place, and so put
-- thousands of texts in the way of its searches. The first text makes it, so that a backup restores its own.
create table private.search_salt (is_only boolean primary key default true check (is_only), salt bigint not null);
revoke all on private.search_salt from public, anon, authenticated, service_role;
alter table private.search_salt enable row level security;

-- Returns the key of a place: a workspace, a meeting with its calls and board, a call, or a board. Names and contents have
-- different keys, because each search reads them apart.
create function private.place_key(p_kind text, p_id uuid, p_field text, p_salt bigint) returns int
language plpgsql immutable set search_path = '' as $$
begin
  return case p_field when 'names' then 262144 else 524288 end + (hashtextextended(p_kind || p_id, p_salt) & 262143)::int;
end
$$;

-- Returns the keys of a text in the index: where it belongs, and its parts.
create function private.search_keys(p_places int[], p_text text) returns int[]
language plpgsql immutable set search_path = '' cost 10000 as $$
begin
  return p_places || private.part_keys(p_text);
end
$$;

-- `field`: `names` has the name of the file, the text of its line and its translations, each on a line; `contents` the
-- beginning of a text file. `contents` are stored before the file is shared, and found once it has `names`. They are never
-- written again, but for a move of their meeting: the index takes some milliseconds for each text.
create table public.file_texts (
  file_id uuid not null references public.files on delete cascade,
  field text not null check (field in ('names', 'contents')),
  meeting_id uuid not null,
  workspace_id uuid,
  call_id uuid,
  -- Keys of the three.
  places int[] not null,
  text text not null,
  -- The beginning of contents as they are written, which cards show.
  excerpt text check (char_length(excerpt) between 1 and 280),
  -- Of `names` only. These columns repeat those of the file and its line, so that a search filters and sorts without reading
  -- them. The owner is not among them: a merge changes it for thousands of files at once.
  seq bigint,
  kind text,
  language text,
  name text,
  bytes bigint,
  shared_at timestamptz,
  -- The most that the names have counted against the quota of files.
  counted_bytes bigint,
  primary key (file_id, field),
  check (num_nonnulls(seq, kind, language, name, bytes, shared_at, counted_bytes) = 0 or field = 'names'),
  check (num_nulls(kind, bytes, shared_at) = 0 or field = 'contents')
)
-- Until it is vacuumed, a renamed file takes the room of both names.
with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);
revoke all on public.file_texts from public, anon, authenticated, service_role;
alter table public.file_texts enable row level security;

-- The list of pending entries would be read by each search.
create index file_texts_keys_idx on public.file_texts
using gin (private.search_keys(places, text)) with (fastupdate = off);
-- Statistics of the keys would compute them for thousands of texts.
alter index public.file_texts_keys_idx alter column 1 set statistics 0;

create function private.set_places_of_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  salt bigint := (select search_salt.salt from private.search_salt);
begin
  if salt is null then
    insert into private.search_salt (salt) values (('x' || encode(extensions.gen_random_bytes(8), 'hex'))::bit(64)::bigint)
    on conflict do nothing;
    salt := (select search_salt.salt from private.search_salt);
  end if;
  new.places := array_remove(
    array[
      private.place_key('workspace', new.workspace_id, new.field, salt),
      private.place_key('meeting', new.meeting_id, new.field, salt),
      private.place_key('call', new.call_id, new.field, salt),
      case when new.call_id is null then private.place_key('board', new.meeting_id, new.field, salt) end
    ],
    null
  );
  return new;
end
$$;
create trigger set_places_of_text before insert or update of workspace_id, meeting_id, call_id on public.file_texts
for each row execute function private.set_places_of_text();

-- Returns the bytes that count for a text against the quota `index`: its row and its entries in the index.
create function private.indexed_bytes(p_text text) returns bigint
language plpgsql immutable set search_path = '' as $$
declare
  bytes_per_row constant int := 300;
  bytes_per_key constant int := 4;
begin
  return bytes_per_row + octet_length(p_text) + bytes_per_key * cardinality(private.part_keys(p_text));
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

-- Stores the names of a shared file. Their growth over the largest so far counts against the quota of its owner.
-- Translations have a quota of their own. An equal text is not indexed again.
create function private.store_names(p_file public.files, p_is_counted boolean) returns void
language plpgsql set search_path = '' as $$
declare
  max_characters constant int := private.limit_value('fileName.max');
  line record;
  cost bigint;
  cost_before bigint;
begin
  select seq, language, left(text, max_characters) as text into line from public.lines where id = p_file.id;
  cost := private.indexed_bytes(concat_ws(E'\n', p_file.name, nullif(line.text, p_file.name)));
  select counted_bytes into cost_before from public.file_texts where file_id = p_file.id and field = 'names';
  insert into public.file_texts
    (file_id, field, meeting_id, workspace_id, call_id, text, seq, kind, language, name, bytes, shared_at, counted_bytes)
  select p_file.id, 'names', p_file.meeting_id, meetings.workspace_id, p_file.call_id, private.names_of_file(p_file),
    line.seq, private.file_kind(p_file.type), line.language, p_file.name, p_file.bytes, p_file.shared_at, cost
  from public.meetings
  where meetings.id = p_file.meeting_id
  on conflict (file_id, field) do update
  set text = excluded.text, seq = excluded.seq, language = excluded.language, name = excluded.name,
    shared_at = excluded.shared_at, counted_bytes = greatest(cost, cost_before);
  cost := cost - coalesce(cost_before, 0);
  if not p_is_counted or cost <= 0 then
    return;
  end if;
  -- The lock of the quota is held until the end, so it comes last.
  perform pg_advisory_xact_lock(hashtext('private.consume_quota index'));
  -- Without the shared quotas: a file that has no names is on no board, so others must not use up what it needs.
  if not private.count_bytes('index', p_file.owner, p_file.meeting_id, cost, false) then
    perform private.raise_error('file/quota');
  end if;
end
$$;

-- Stores the names of a shared file as they are now. Deletes the texts of a deleted file. Other lines have no file. The plans
-- of a new, empty table would read it whole when it has grown.
create function private.index_file(p_file_id uuid, p_is_counted boolean default true) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  file public.files;
begin
  select * into file from public.files where id = p_file_id;
  if file.deleted_at is not null then
    delete from public.file_texts where file_id = p_file_id;
  elsif file.shared_at is not null then
    perform private.store_names(file, p_is_counted);
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

-- Also at the end, because the lock of the quota comes after all others.
create constraint trigger index_renamed_file after update of text, language on public.lines
deferrable initially deferred
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

-- Files that were shared before have no contents here.
select private.index_file(id, false) from public.files where shared_at is not null and deleted_at is null;
