-- What a name and a message are made of, whoever sends them.

-- What `\s` and `trim` mean in the contracts, so that both sides clean a text alike.
create function private.blanks() returns text
language plpgsql immutable set search_path = '' as $$
begin
  return E'\t\n\x0b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
end
$$;

-- A name or title: one line, without controls, marks of direction and marks of no width; null becomes empty.
-- A name must not be able to turn the text around it.
create function private.clean_name(raw text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return btrim(
    regexp_replace(
      regexp_replace(
        regexp_replace(coalesce(raw, ''), '[\u0001-\u001f\u007f-\u009f\u2028\u2029]', ' ', 'g'),
        '[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'
      ),
      '[' || private.blanks() || ']+', ' ', 'g'
    ),
    ' '
  );
end
$$;

-- What a person wrote, as written, but for controls other than line breaks and tabs, and blanks at its ends.
create function private.clean_message(raw text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return btrim(
    regexp_replace(
      replace(replace(coalesce(raw, ''), E'\r\n', E'\n'), E'\r', E'\n'),
      '[\u0001-\u0008\u000b-\u001f\u007f-\u009f]', '', 'g'
    ),
    private.blanks()
  );
end
$$;
