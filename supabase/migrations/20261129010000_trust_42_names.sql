-- Names that only look different. The pairs are those of UTS #39 (confusables) that a name can consist of.

drop function private.normalized_name(text);

-- Returns the forms in which names are compared: without case, width and invisible characters, and with Latin letters for letters
-- of other scripts that look like them. Two names with a form in common look the same.
create function private.name_forms(p_name text) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  visible text := normalize(regexp_replace(p_name, '[' || private.joiner_characters() || ']', '', 'g'), NFKC);
  latin text := translate(
    visible,
    'I1|ǀıɩ0ɑɡ'
    'аеорсухіјѕһԁԛԝѵӏкүАВЕЅІЈКМНОРСТУХҮԚԜѴӀ'
    'ανορυικγχσϳηΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'
    'օոսհցզՕՏԼՍ'
    'ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᎩᏃ'
    'ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ'
    'ىیکہھ۰۱۲۳۴۵۶۷۸۹',
    'lllliiOag'
    'aeopcyxijshdqwvlkyABESlJKMHOPCTYXYQWVl'
    'avopuikyxojnABEZHlKMNOPTYX'
    'onuhgqOSLU'
    'ABCDEGHJKLMPRSTVWYZ'
    'ABCDEFGHlJKLMNOPRSTUVWXYZ'
    'ييكهه٠١٢٣٤٥٦٧٨٩'
  );
begin
  return array[lower(visible collate "und-x-icu"), replace(replace(lower(latin collate "und-x-icu"), 'rn', 'm'), 'vv', 'w')];
end
$$;

-- Appends a number to a name that looks like that of someone else in the call, so that speakers can be told apart.
create or replace function private.unique_display_name(p_meeting_id uuid, p_user_id uuid, p_display_name text) returns text
language plpgsql stable set search_path = '' as $$
declare
  taken_forms text[] := array(
    select unnest(private.name_forms(display_name))
    from private.participants_in_call(p_meeting_id)
    where user_id <> p_user_id
  );
  candidate text := p_display_name;
  suffix int := 1;
begin
  while private.name_forms(candidate) && taken_forms loop
    suffix := suffix + 1;
    candidate := left(p_display_name, private.limit_value('displayName.max')::int - 1 - char_length(suffix::text))
      || ' ' || suffix;
  end loop;
  return candidate;
end
$$;
