-- The date of a task that was put to everybody, which others may not change either.

-- Sets the day by which a task is to be done; null removes it. Those may who may change the mark.
create or replace function private.set_task_due(p_line_id uuid, p_due_on date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller_id uuid := private.require_user_id();
  line public.lines;
begin
  -- Dates that pages can show.
  if p_due_on not between date '2000-01-01' and date '2100-01-01' then
    perform private.raise_error('request/invalid');
  end if;
  perform private.check_rate_limit(caller_id, 'marksPerTenSeconds');
  line := private.lock_readable_line(caller_id, p_line_id);
  if not private.may_change_mark(caller_id, line) then
    perform private.raise_error('confirmation/mark-kept');
  end if;
  update public.line_marks set due_on = p_due_on
  where line_id = p_line_id and kind = 'task' and due_on is distinct from p_due_on;
  if not found then
    if not exists (select from public.line_marks where line_id = p_line_id and kind = 'task') then
      perform private.raise_error('request/invalid');
    end if;
    return private.line_json(line);
  end if;
  update public.lines set changed = private.next_seq(line.meeting_id) where id = p_line_id returning * into line;
  perform private.broadcast_marks_changed(line);
  return private.broadcast_line_changed(line, true);
end
$$;
