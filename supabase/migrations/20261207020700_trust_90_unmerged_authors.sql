-- As before, and a person who is no participant has no name: after some steps of a merge, files belong to an account whose place
-- is still the guest's. It stays so if the account requests no further step, or a moderator removes the guest.
create or replace function private.authors_json(p_meeting_id uuid, p_user_ids uuid[]) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'user_id', author.id,
          'number', coalesce(number, 0),
          'colour', coalesce(colour, 1),
          'display_name', coalesce(display_name, '')
        )
        order by number
      ),
      '[]'
    )
    from (select distinct id from unnest(p_user_ids) as id where id is not null) as author
    left join lateral (
      -- The limit makes it a look-up, whatever the number of participants.
      select number, colour, display_name from public.participants
      where meeting_id = p_meeting_id and user_id = author.id
      limit 1
    ) as participant on true
  );
end
$$;
