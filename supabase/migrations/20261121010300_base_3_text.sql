-- The languages, and the rules for names and messages.

-- Returns the closed list of languages to speak and read: the same list as contracts/languages.ts.
create function private.languages() returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array[
    'am', 'ar', 'az', 'be', 'bg', 'bn', 'bs', 'ca', 'cs', 'da', 'de', 'el', 'en', 'eo', 'es', 'et', 'eu', 'fa', 'fi',
    'fr', 'ga', 'gl', 'gu', 'ha', 'he', 'hi', 'hr', 'hu', 'hy', 'id', 'is', 'it', 'ja', 'ka', 'kk', 'km', 'kn', 'ko',
    'ku', 'lt', 'lv', 'mk', 'ml', 'mn', 'mr', 'ms', 'my', 'nb', 'ne', 'nl', 'oc', 'pa', 'pl', 'ps', 'pt', 'ro', 'ru',
    'rw', 'sk', 'sl', 'so', 'sq', 'sr', 'sv', 'sw', 'ta', 'te', 'th', 'ti', 'tl', 'tr', 'uk', 'ur', 'uz', 'vi', 'yo',
    'zh-Hans', 'zh-Hant'
  ];
end
$$;

-- Returns false for null, so that a check constraint rejects null too.
create function private.is_language(p_language text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(p_language = any (private.languages()), false);
end
$$;

-- Returns the characters that `\s` and `trim` match in the contracts, so that both sides clean text alike.
create function private.whitespace_characters() returns text
language plpgsql immutable set search_path = '' as $$
begin
  return E'\t\n\x0b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
end
$$;

-- Returns joiners and variation selectors, which modify the preceding character, as the body of a bracket expression.
create function private.joiner_characters() returns text
language plpgsql immutable set search_path = '' as $$
begin
  return '\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef';
end
$$;

-- Rejects a value of more bytes with the error. Measuring takes no time, while cleaning, matching and splitting take
-- time by length, so that every function measures its input first.
create function private.require_size(p_bytes bigint, p_max_bytes bigint, p_error text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_bytes > p_max_bytes then
    perform private.raise_error(p_error);
  end if;
end
$$;

-- Rejects JSON of more bytes, and numbers with more than 100 digits before or behind the point. The eight bytes of
-- 1e131071 become 131,072 as text, so measure JSON before anything reads it as text.
create function private.require_json_size(p_json jsonb, p_max_bytes bigint, p_error text) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_size(pg_column_size(p_json), p_max_bytes, p_error);
  if exists (
    select from jsonb_path_query(p_json, 'strict $.** ? (@.type() == "number")') as found (number)
    where abs(number::numeric) >= 1e100 or scale(number::numeric) > 100
  ) then
    perform private.raise_error(p_error);
  end if;
end
$$;

-- Returns the bytes that are accepted for text of a limited length: four for each character, and as many times more
-- for what cleaning removes.
create function private.max_bytes(p_limit_name text) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  return 16 * private.limit_value(p_limit_name);
end
$$;

-- Returns the text if it is not larger than `max_bytes` of the limit.
create function private.measured(p_text text, p_limit_name text, p_error text) returns text
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_size(octet_length(p_text), private.max_bytes(p_limit_name), p_error);
  return p_text;
end
$$;

-- Cleans a name or title as contracts/names.ts does. The result is one line without control characters, invisible
-- characters and direction overrides. Joiners remain inside words only. Null and text without a visible character
-- become the empty string; any other result starts with a visible character.
create function private.clean_name(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  cleaned text := regexp_replace(coalesce(p_text, ''), '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u2800]', ' ', 'g');
begin
  cleaned := regexp_replace(
    cleaned,
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0'
      '\ufff0-\ufffb\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e00ff'
      '\U000e01f0-\U000e0fff]',
    '',
    'g'
  );
  cleaned := regexp_replace(
    cleaned,
    '(?<![^' || private.whitespace_characters() || '])[' || private.joiner_characters() || ']+'
      '|(?<![\u200c\u200d])[\u200c\u200d]+(?![^' || private.whitespace_characters() || '])',
    '',
    'g'
  );
  return btrim(regexp_replace(cleaned, '[' || private.whitespace_characters() || ']+', ' ', 'g'), ' ');
end
$$;

-- Returns the form in which names are compared: case, width and invisible characters are ignored.
create function private.normalized_name(p_name text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return lower(normalize(regexp_replace(p_name, '[' || private.joiner_characters() || ']', '', 'g'), NFKC));
end
$$;

-- Removes control characters other than line breaks and tabs, and whitespace at both ends. Text without a visible
-- character becomes the empty string.
create function private.clean_message(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if private.clean_name(p_text) = '' then
    return '';
  end if;
  return btrim(
    regexp_replace(
      replace(replace(coalesce(p_text, ''), E'\r\n', E'\n'), E'\r', E'\n'),
      '[\u0001-\u0008\u000b-\u001f\u007f-\u009f]', '', 'g'
    ),
    private.whitespace_characters()
  );
end
$$;

create function private.is_uuid(p_text text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(p_text ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', false);
end
$$;
