-- Reads over all meetings of a person, which had no limit. With thousands of meetings they take some 50 ms.
create or replace function public.board_topics() returns uuid[]
language sql volatile security invoker set search_path = '' as $$
  select private.count_board_read(null, 1);
  select private.board_topics()
$$;

create or replace function public.home_confirmations() returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.count_page_read();
  select private.home_confirmations()
$$;
