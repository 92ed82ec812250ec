-- Keeps the words of approved terms out of the exports of outsiders, also once the account of the person who approved them is deleted.

-- Returns a term that the person proposed. Others may have rewritten it since they approved it: only members read that.
create or replace function private.exported_term(p_term public.glossary_terms, p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_term.id, 'workspace_id', p_term.workspace_id, 'state', p_term.state, 'at', p_term.created_at
  ) || case
    -- `approved_by` is null after the deletion of that account.
    when p_term.state = 'proposed'
      or p_term.approved_by = p_user_id
      or private.has_workspace_role(p_user_id, p_term.workspace_id, 'member')
    then jsonb_build_object(
      'term', p_term.term, 'language', p_term.language, 'never', p_term.never,
      'translations', p_term.translations, 'note', p_term.note
    )
    else '{}'
  end;
end
$$;
