-- The shape of contracts/meetings.ts for lines, once, for many at a time: a page of history is read by one statement, not
-- by several for each line.

-- In the order given.
create function private.line_shapes(wanted public.lines[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', line.id,
          'call_id', line.call_id,
          'seq', line.seq,
          'changed', line.changed,
          'kind', line.kind,
          'author', line.author,
          'language', line.language,
          'text', coalesce(line.text, ''),
          'revision', line.revision,
          'reply_to', line.reply_to,
          'mentions', line.mentions,
          'forwarded', line.forwarded,
          'edited', line.edited_at is not null,
          'deleted', line.deleted_at is not null,
          'fleeting', false,
          'created_at', line.created_at,
          'translations', coalesce(translated.shapes, '[]'),
          'reactions', coalesce(marked.shapes, '[]')
        )
        order by line.place
      ),
      '[]'
    )
    from (select * from unnest(wanted) with ordinality as given) as line(
      id, meeting_id, call_id, seq, changed, kind, author, language, text, revision, created_at, reply_to, mentions,
      forwarded, edited_at, deleted_at, place
    )
    left join lateral (
      select jsonb_agg(
        jsonb_build_object(
          'language', translations.language,
          'revision', translations.revision,
          'status', translations.status,
          'text', translations.text,
          'engine', translations.engine,
          'reason', translations.reason
        )
        order by translations.language
      ) as shapes
      from public.translations
      where translations.line_id = line.id and translations.revision = line.revision
    ) as translated on true
    -- In the order in which each was first given.
    left join lateral (
      select jsonb_agg(jsonb_build_object('emoji', emoji, 'user_ids', people) order by first_at, emoji) as shapes
      from (
        select emoji, jsonb_agg(user_id order by created_at, user_id) as people, min(created_at) as first_at
        from public.reactions
        where reactions.line_id = line.id
        group by emoji
      ) as given
    ) as marked on true
  );
end
$$;

create function private.line_shape(line public.lines) returns jsonb
language sql stable set search_path = '' as $$
  select private.line_shapes(array[line]) -> 0
$$;
