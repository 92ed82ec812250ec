-- Deletes the reports of a text that its author replaced. A corrected text stays in the history, and so do its reports.
create function private.delete_reports_of_replaced_text() returns trigger
language plpgsql set search_path = '' as $$
begin
  delete from public.translation_reports where line_id = new.id;
  return null;
end
$$;

create trigger delete_reports_of_replaced_text after update of text on public.lines
for each row when (old.text is distinct from new.text and new.corrected_by is null)
execute function private.delete_reports_of_replaced_text();
