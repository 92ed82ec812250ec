-- Pictures and texts of files count for the address of their guest, like the bytes. Forty guests of one address used up those of all
-- guests until midnight.

create or replace function private.set_preview(
  p_file_id uuid, p_width int, p_height int, p_duration_ms int, p_hash text, p_picture text
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  max_bytes constant int := 32768;
  file public.files;
  picture bytea;
begin
  perform private.require_size(octet_length(p_hash), 42, 'request/invalid');
  perform private.require_size(octet_length(p_picture), max_bytes * 4 / 3 + 4, 'request/invalid');
  if p_picture !~ '^[A-Za-z0-9+/]+={0,2}$' or octet_length(p_picture) % 4 <> 0 then
    perform private.raise_error('request/invalid');
  end if;
  picture := decode(p_picture, 'base64');
  perform private.check_rate_limit(caller_id, 'previewsPerMinute');
  perform private.lock_meeting_row(meeting_id) from public.files where id = p_file_id and owner = caller_id;
  select * into file from public.files
  where id = p_file_id and owner = caller_id and shared_at is null and deleted_at is null
  for update;
  if file.id is null then
    perform private.raise_error('file/not-found');
  elsif exists (select from public.file_previews where file_id = file.id) then
    return;
  elsif not private.consume_quota(
    'index', caller_id, file.meeting_id, private.picture_bytes(picture), file.offered_from
  ) then
    perform private.raise_error('file/quota');
  end if;
  insert into public.file_previews (file_id, width, height, duration_ms, hash, picture)
  values (file.id, p_width, p_height, p_duration_ms, p_hash, picture);
exception
  when check_violation then
    perform private.raise_error('request/invalid');
end
$$;

create or replace function private.store_contents(p_file public.files, p_text text, p_excerpt text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.has_quota('index', p_file.owner, p_file.meeting_id, octet_length(p_text), p_file.offered_from, false) then
    return false;
  end if;
  insert into public.file_texts (file_id, field, meeting_id, workspace_id, call_id, text, excerpt)
  select p_file.id, 'contents', p_file.meeting_id, meetings.workspace_id, p_file.call_id, p_text, p_excerpt
  from public.meetings
  where meetings.id = p_file.meeting_id
  on conflict (file_id, field) do update
  set text = excluded.text, excerpt = excluded.excerpt;
  -- The lock of the quota is held until the end, so it comes last.
  if private.consume_quota(
    'index', p_file.owner, p_file.meeting_id, private.indexed_bytes(p_text), p_file.offered_from
  ) then
    return true;
  end if;
  delete from public.file_texts where file_id = p_file.id and field = 'contents';
  return false;
end
$$;

create or replace function private.copy_contents(p_source_file_id uuid, p_file_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  file public.files;
  picture bytea := (select picture from public.file_previews where file_id = p_file_id);
  contents public.file_texts;
begin
  select * into file from public.files where id = p_file_id;
  -- A copy has no address of its own, because its bytes count for nobody.
  file.offered_from := private.request_address();
  if picture is not null
    and not private.consume_quota(
      'index', file.owner, file.meeting_id, private.picture_bytes(picture), file.offered_from
    )
  then
    update public.file_previews set picture = null where file_id = p_file_id;
  end if;
  select * into contents from public.file_texts where file_id = p_source_file_id and field = 'contents';
  if file.id is not null and contents.file_id is not null then
    perform private.store_contents(file, contents.text, contents.excerpt);
  end if;
end
$$;
