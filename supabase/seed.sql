-- Sample data: a workspace of parents in five languages, with a month of meetings.
--
-- `supabase start`, `supabase db reset` and `npm run dev` run it on a new database. Running it again changes nothing.
-- All users sign in by code; emails to parley.example reach the local inbox only.

insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
  created_at, updated_at, is_anonymous, confirmation_token, recovery_token, email_change, email_change_token_new,
  email_change_token_current, phone_change, phone_change_token, reauthentication_token
)
select
  '00000000-0000-0000-0000-000000000000', id::uuid, 'authenticated', 'authenticated', email, '',
  now() - interval '40 days',
  '{"provider": "email", "providers": ["email"]}'::jsonb,
  '{}',
  now() - interval '40 days', now() - interval '40 days', false, '', '', '', '', '', '', '', ''
from (
  values
    ('5eed0000-0000-4000-8000-000000000001', 'tom@parley.example'),
    ('5eed0000-0000-4000-8000-000000000002', 'ines@parley.example'),
    ('5eed0000-0000-4000-8000-000000000003', 'haruka@parley.example'),
    ('5eed0000-0000-4000-8000-000000000004', 'omar@parley.example'),
    ('5eed0000-0000-4000-8000-000000000005', 'camille@parley.example')
) as person (id, email)
on conflict do nothing;

insert into auth.identities (
  provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at
)
select
  id::text,
  id,
  jsonb_build_object('sub', id, 'email', email, 'email_verified', true, 'phone_verified', false),
  'email', created_at, created_at, created_at
from auth.users where id::text like '5eed0000-%'
on conflict do nothing;

-- Triggers created a profile and a workspace for each user.
update public.profiles
set
  display_name = person.name,
  speaks = person.language,
  reads = person.language,
  ui_locale = person.ui_locale,
  time_zone = person.time_zone,
  created_at = now() - interval '40 days'
from (
  values
    ('5eed0000-0000-4000-8000-000000000001'::uuid, 'Tom', 'en', 'en', 'Europe/London'),
    ('5eed0000-0000-4000-8000-000000000002', 'Inés', 'es', 'es', 'Europe/Madrid'),
    ('5eed0000-0000-4000-8000-000000000003', '遥', 'ja', 'en', 'Asia/Tokyo'),
    ('5eed0000-0000-4000-8000-000000000004', 'عمر', 'ar', 'ar', 'Africa/Cairo'),
    ('5eed0000-0000-4000-8000-000000000005', 'Camille', 'fr', 'en', 'Europe/Paris')
) as person (id, name, language, ui_locale, time_zone)
where profiles.id = person.id and profiles.display_name is null;

-- The class's workspace has the oldest memberships, so new meetings of these users are created in it.
insert into public.workspaces (id, name, created_at)
values ('5eed0000-0000-4000-8000-0000000000aa', 'Class 4B', now() - interval '40 days')
on conflict do nothing;

insert into public.workspace_members (workspace_id, user_id, role, created_at)
values
  ('5eed0000-0000-4000-8000-0000000000aa', '5eed0000-0000-4000-8000-000000000001', 'owner', now() - interval '40 days'),
  ('5eed0000-0000-4000-8000-0000000000aa', '5eed0000-0000-4000-8000-000000000002', 'admin', now() - interval '39 days'),
  ('5eed0000-0000-4000-8000-0000000000aa', '5eed0000-0000-4000-8000-000000000003', 'member', now() - interval '38 days'),
  ('5eed0000-0000-4000-8000-0000000000aa', '5eed0000-0000-4000-8000-000000000004', 'member', now() - interval '38 days'),
  ('5eed0000-0000-4000-8000-0000000000aa', '5eed0000-0000-4000-8000-000000000005', 'member', now() - interval '35 days')
on conflict do nothing;

-- Codes are random on each run: a code in a file would be public.
insert into public.meetings (id, code, title, host, workspace_id, created_at)
select
  meeting.id::uuid, private.new_meeting_code(), title, host::uuid, '5eed0000-0000-4000-8000-0000000000aa',
  now() - days * interval '1 day'
from (
  values
    ('5eed0000-0000-4000-8000-000000000011', 'Parents’ evening, class 4B', '5eed0000-0000-4000-8000-000000000001', 21),
    ('5eed0000-0000-4000-8000-000000000012', 'Spring trip, class 4B', '5eed0000-0000-4000-8000-000000000002', 7),
    ('5eed0000-0000-4000-8000-000000000013', 'Seed library: spring exchange', '5eed0000-0000-4000-8000-000000000005', 20),
    ('5eed0000-0000-4000-8000-000000000014', 'Reading hour', '5eed0000-0000-4000-8000-000000000003', 10),
    -- Planned, with no call yet.
    ('5eed0000-0000-4000-8000-000000000015', 'School board, open part', '5eed0000-0000-4000-8000-000000000001', 2)
) as meeting (id, title, host, days)
on conflict do nothing;

-- Participants in the order of entry; numbers start at 1 in each meeting.
insert into public.participants (
  meeting_id, user_id, number, colour, role, display_name, speaks, reads, seq, created_at
)
select
  meetings.id, profiles.id, place.number, private.own_colour(profiles.id), case when meetings.host = profiles.id then 'host' else 'guest' end,
  profiles.display_name, profiles.speaks, profiles.reads, place.number, meetings.created_at
from (
  values
    (11, 1, 1), (11, 2, 2), (11, 3, 3), (11, 4, 4),
    (12, 2, 1), (12, 1, 2), (12, 3, 3), (12, 4, 4),
    (13, 5, 1), (13, 2, 2), (13, 1, 3), (13, 4, 4),
    (14, 3, 1), (14, 5, 2), (14, 1, 3)
) as place (meeting, person, number)
join public.meetings on meetings.id = ('5eed0000-0000-4000-8000-0000000000' || place.meeting)::uuid
join public.profiles on profiles.id = ('5eed0000-0000-4000-8000-00000000000' || place.person)::uuid
on conflict do nothing;

insert into public.calls (id, meeting_id, started_at, ended_at)
select
  ('5eed0000-0000-4000-8000-0000000000' || call.id)::uuid,
  ('5eed0000-0000-4000-8000-0000000000' || call.meeting)::uuid,
  call.started_at,
  call.started_at + call.minutes * interval '1 minute'
from (
  select
    id, meeting, minutes,
    -- On weekdays, between 8 and 18 o'clock for everybody in the call: from London to Tokyo, or from London to Cairo.
    (day - case extract(isodow from day) when 6 then 1 when 7 then 2 else 0 end + start_time) at time zone 'UTC'
      as started_at
  from (
    values
      (21, 11, 7, time '08:05', 52),
      (22, 12, 2, time '08:10', 25),
      (23, 12, 1, time '10:30', 14),
      (24, 13, 12, time '12:00', 64),
      (25, 14, 3, time '08:15', 30)
  ) as held (id, meeting, days, start_time, minutes),
  lateral (select (now() at time zone 'UTC')::date - days as day) as dated
) as call
on conflict do nothing;

insert into public.attendance (call_id, user_id, joined_at, left_at, stays)
select
  calls.id,
  ('5eed0000-0000-4000-8000-00000000000' || came.person)::uuid,
  calls.started_at + came.after * interval '1 minute',
  calls.ended_at,
  '{(,)}'
from (
  values
    (21, 1, 0), (21, 2, 1), (21, 3, 2), (21, 4, 6),
    (22, 1, 0), (22, 2, 0), (22, 3, 2),
    (23, 1, 1), (23, 2, 0), (23, 4, 1),
    (24, 5, 0), (24, 2, 1), (24, 1, 3), (24, 4, 4),
    (25, 3, 0), (25, 5, 1), (25, 1, 2)
) as came (call, person, after)
join public.calls on calls.id = ('5eed0000-0000-4000-8000-0000000000' || came.call)::uuid
on conflict do nothing;

-- Captions of one evening, and chat messages. `number` is a line's place in its meeting: each line took one `seq`
-- when it was written and one when its translations arrived.
insert into public.lines (
  id, meeting_id, call_id, seq, changed, kind, author, language, text, created_at, spoken_at, spoken_ms
)
select
  ('5eed0000-0000-4000-8000-0000000' || entry.call || lpad(entry.number::text, 3, '0'))::uuid,
  calls.meeting_id,
  calls.id,
  8 + 2 * entry.number,
  9 + 2 * entry.number,
  entry.kind,
  profiles.id,
  profiles.speaks,
  entry.text,
  calls.started_at + entry.at::interval,
  -- Recognition ends a second after the speech.
  case entry.kind when 'speech' then
    calls.started_at + entry.at::interval - interval '1 second' - spoken.ms * interval '1 millisecond'
  end,
  case entry.kind when 'speech' then spoken.ms end
from (
  values
    (21, 1, 'speech', 2, '7 minutes', 'Buenas tardes a todos. Gracias por venir, sé que para algunos es tarde.'),
    (21, 2, 'speech', 1, '7 minutes 9 seconds', 'Good evening. I have the offer of the bus company: two hundred and ten euros for the day.'),
    (21, 3, 'speech', 2, '7 minutes 24 seconds', 'Entonces el autobús sale a las ocho desde la Puerta Norte. ¿Fijamos la fecha?'),
    (21, 4, 'speech', 3, '7 minutes 43 seconds', '月末の水曜日が都合がいいです。日本では休みの日ですが、こちらでは学校がありますね。'),
    (21, 5, 'speech', 1, '8 minutes 2 seconds', 'Then it is the last Wednesday of the month.'),
    (21, 6, 'speech', 4, '8 minutes 20 seconds', 'ابنتي تستعمل كرسيًّا متحركًا. هل يوجد منحدر عند المدخل الجانبي؟'),
    (21, 7, 'speech', 1, '8 minutes 41 seconds', 'I don’t know. I’ll call the museum tomorrow and write it in the chat.'),
    (21, 8, 'speech', 2, '9 minutes 5 seconds', 'Y yo pregunto por el precio de grupo.'),
    (21, 9, 'chat', 2, '9 minutes 30 seconds', 'Los grupos reservan aquí: https://museo.example/grupos'),
    (22, 1, 'chat', 1, '3 minutes', 'Does anyone in Class 4B need something for the bus?'),
    (22, 2, 'speech', 2, '4 minutes', 'Tres niños necesitan un elevador para el asiento. Tengo dos en el coche.'),
    (22, 3, 'speech', 3, '5 minutes', '博物館までの道を教えていただければ、二番目のグループと一緒に歩けます。'),
    (22, 4, 'speech', 1, '6 minutes', 'Thank you. I’ll send the map now.'),
    (22, 5, 'chat', 2, '7 minutes', 'Perfecto, entonces solo nos falta uno.'),
    (23, 6, 'chat', 4, '2 minutes', 'وجدتُ مقعدًا ثالثًا عند جارتي.'),
    (23, 7, 'speech', 1, '3 minutes', 'The museum says yes: there is a ramp, at the door on the left.'),
    (23, 8, 'speech', 4, '4 minutes', 'شكرًا جزيلًا، ستفرح ابنتي كثيرًا.'),
    (23, 9, 'speech', 2, '6 minutes', 'El precio de grupo son cuatro euros por niño.'),
    (24, 1, 'speech', 5, '5 minutes', 'J’ai quarante sachets de haricots blancs à donner.'),
    (24, 2, 'speech', 2, '6 minutes', '¿Son de los que trepan? Mi balcón es pequeño.'),
    (24, 3, 'speech', 5, '8 minutes', 'Non, ce sont des haricots nains. Un pot de trente centimètres suffit.'),
    (24, 4, 'speech', 4, '11 minutes', 'عندي بذور بامية من حديقة أمي، هل يريدها أحد؟'),
    (24, 5, 'speech', 1, '12 minutes', 'Yes please. I’ll print the labels in four languages before the market.'),
    (25, 1, 'speech', 3, '3 minutes', '今日は『ごんぎつね』の続きを読みましょう。'),
    (25, 2, 'speech', 5, '4 minutes', 'Avec plaisir. Où en étions-nous ?'),
    (25, 3, 'speech', 1, '5 minutes', 'At the river, where Gon lets the fish go.'),
    (25, 4, 'chat', 3, '6 minutes', 'よく覚えていますね。では、三ページから始めます。')
) as entry (call, number, kind, person, at, text)
join public.calls on calls.id = ('5eed0000-0000-4000-8000-0000000000' || entry.call)::uuid
join public.profiles on profiles.id = ('5eed0000-0000-4000-8000-00000000000' || entry.person)::uuid
cross join lateral (select least(20000, 75 * char_length(entry.text)) as ms) as spoken
on conflict do nothing;

-- Translations into each language read in the call, without the line's own.
insert into public.translations (line_id, revision, language, status, text, engine, lease_until, created_at)
select
  lines.id, lines.revision, made.language, 'ready', made.text, 'seed', lines.created_at,
  lines.created_at + interval '1 second'
from (
  values
    (21, 1, 'en', 'Good evening, everyone. Thank you for coming, I know that it is late for some of you.'),
    (21, 1, 'ja', '皆さん、こんばんは。遅い時間の方もいらっしゃる中、お越しくださりありがとうございます。'),
    (21, 1, 'ar', 'مساء الخير جميعًا. شكرًا على حضوركم، أعرف أن الوقت متأخر لدى بعضكم.'),
    (21, 2, 'es', 'Buenas tardes. Tengo la oferta de la empresa de autobuses: doscientos diez euros por el día.'),
    (21, 2, 'ja', 'こんばんは。バス会社の見積もりが届きました。一日で二百十ユーロです。'),
    (21, 2, 'ar', 'مساء الخير. وصلني عرض شركة الحافلات: مئتان وعشرة يورو لليوم كله.'),
    (21, 3, 'en', 'So the bus leaves at eight from the North Gate. Shall we settle the date?'),
    (21, 3, 'ja', 'では、バスは八時に北門から出発します。日にちを決めましょうか。'),
    (21, 3, 'ar', 'إذن تنطلق الحافلة في الثامنة من البوابة الشمالية. هل نحدّد الموعد؟'),
    (21, 4, 'en', 'The last Wednesday of the month is good for us. In Japan it is a holiday, but here there is school.'),
    (21, 4, 'es', 'A nosotros nos viene bien el último miércoles del mes. En Japón es fiesta, pero aquí hay clase.'),
    (21, 4, 'ar', 'يناسبنا الأربعاء الأخير من الشهر. إنه يوم عطلة في اليابان، أما هنا ففيه دوام مدرسي.'),
    (21, 5, 'es', 'Entonces queda el último miércoles del mes.'),
    (21, 5, 'ja', 'それでは、月末の水曜日にします。'),
    (21, 5, 'ar', 'إذن نتفق على الأربعاء الأخير من الشهر.'),
    (21, 6, 'en', 'My daughter uses a wheelchair. Is there a ramp at the side entrance?'),
    (21, 6, 'es', 'Mi hija usa silla de ruedas. ¿Hay una rampa en la entrada lateral?'),
    (21, 6, 'ja', '娘は車椅子を使っています。横の入口にスロープはありますか。'),
    (21, 7, 'es', 'No lo sé. Mañana llamo al museo y lo escribo en el chat.'),
    (21, 7, 'ja', 'わかりません。明日、博物館に電話して、チャットに書きます。'),
    (21, 7, 'ar', 'لا أعرف. سأتصل بالمتحف غدًا وأكتب الجواب في الدردشة.'),
    (21, 8, 'en', 'And I’ll ask them for the group price.'),
    (21, 8, 'ja', '私は団体料金について聞いてみます。'),
    (21, 8, 'ar', 'وأنا سأسأل عن سعر المجموعة.'),
    (21, 9, 'en', 'Groups book here: https://museo.example/grupos'),
    (21, 9, 'ja', '団体の予約はこちらです：https://museo.example/grupos'),
    (21, 9, 'ar', 'حجز المجموعات من هنا: https://museo.example/grupos'),
    (22, 1, 'es', '¿Alguien de Class 4B necesita algo para el autobús?'),
    (22, 1, 'ja', 'Class 4Bで、バスのことで何か必要な方はいますか。'),
    (22, 2, 'en', 'Three children need a booster seat. I have two in the car.'),
    (22, 2, 'ja', '子ども三人にジュニアシートが必要です。車に二つあります。'),
    (22, 3, 'en', 'I can walk with the second group, if someone shows me the way to the museum.'),
    (22, 3, 'es', 'Puedo ir andando con el segundo grupo si alguien me enseña el camino al museo.'),
    (22, 4, 'es', 'Gracias. Ahora mando el mapa.'),
    (22, 4, 'ja', 'ありがとうございます。今、地図を送ります。'),
    (22, 5, 'en', 'Perfect, then we only need one more.'),
    (22, 5, 'ja', 'よかったです。それなら、あと一つだけですね。'),
    (23, 6, 'en', 'I found a third booster seat at my neighbour’s.'),
    (23, 6, 'es', 'He encontrado un tercer elevador en casa de mi vecina.'),
    (23, 7, 'es', 'El museo dice que sí: hay una rampa, en la puerta de la izquierda.'),
    (23, 7, 'ar', 'يقول المتحف نعم: يوجد منحدر عند الباب الأيسر.'),
    (23, 8, 'en', 'Thank you so much, my daughter will be very happy.'),
    (23, 8, 'es', 'Muchísimas gracias, mi hija se va a alegrar mucho.'),
    (23, 9, 'en', 'The group price is four euros a child.'),
    (23, 9, 'ar', 'سعر المجموعة أربعة يورو للطفل الواحد.'),
    (24, 1, 'en', 'I have forty bags of white beans to give away.'),
    (24, 1, 'es', 'Tengo cuarenta bolsitas de frijoles blancos para regalar.'),
    (24, 1, 'ar', 'لديّ أربعون كيسًا من الفاصولياء البيضاء أودّ إهداءها.'),
    (24, 2, 'fr', 'Sont-ils grimpants ? Mon balcon est petit.'),
    (24, 2, 'en', 'Are they the climbing kind? My balcony is small.'),
    (24, 2, 'ar', 'هل هي من النوع المتسلّق؟ شرفتي صغيرة.'),
    (24, 3, 'en', 'No, they are dwarf beans. A pot of thirty centimetres is enough.'),
    (24, 3, 'es', 'No, son de mata baja. Basta con una maceta de treinta centímetros.'),
    (24, 3, 'ar', 'لا، إنها من النوع القصير. يكفيها أصيص قطره ثلاثون سنتيمترًا.'),
    (24, 4, 'fr', 'J’ai des graines de gombo du jardin de ma mère. Quelqu’un en veut ?'),
    (24, 4, 'en', 'I have okra seeds from my mother’s garden. Would anyone like some?'),
    (24, 4, 'es', 'Tengo semillas de okra del huerto de mi madre. ¿Alguien quiere?'),
    (24, 5, 'fr', 'Oui, volontiers. J’imprimerai les étiquettes en quatre langues avant le marché.'),
    (24, 5, 'es', 'Sí, por favor. Imprimiré las etiquetas en cuatro idiomas antes del mercado.'),
    (24, 5, 'ar', 'نعم، من فضلك. سأطبع الملصقات بأربع لغات قبل السوق.'),
    (25, 1, 'fr', 'Aujourd’hui, continuons la lecture de « Gon, le petit renard ».'),
    (25, 1, 'en', 'Today let’s read on in “Gon, the Little Fox”.'),
    (25, 2, 'ja', '喜んで。どこまで読みましたか。'),
    (25, 2, 'en', 'With pleasure. Where were we?'),
    (25, 3, 'ja', '川のところです。ごんが魚を逃がす場面です。'),
    (25, 3, 'fr', 'À la rivière, quand Gon relâche les poissons.'),
    (25, 4, 'fr', 'Vous avez bonne mémoire. Alors nous commençons à la page trois.'),
    (25, 4, 'en', 'You remember well. Then we start on page three.')
) as made (call, number, language, text)
join public.lines
  on lines.id = ('5eed0000-0000-4000-8000-0000000' || made.call || lpad(made.number::text, 3, '0'))::uuid
on conflict do nothing;

-- Corrections: the text that the recogniser heard, and the person who corrected it. The lines above have the corrected
-- text, so their translations belong to the second revision.
insert into public.line_corrections (line_id, revision, text, language, author, made_at)
select lines.id, 1, heard.text, lines.language, null, lines.created_at
from (
  values
    (21, 3, 'Entonces el autobús sale a las ocho desde la puerta Norma. ¿Fijamos la fecha?'),
    (22, 3, '博物館までの道を教えていただければ、二番目のグラフと一緒に歩けます。'),
    (23, 7, 'The museum says yes: there is a rump, at the door on the left.'),
    (24, 1, 'J’ai quarante achats de haricots blancs à donner.'),
    (24, 4, 'عندي بذور باميا من حديقة أمي، هل يريدها أحد؟'),
    (25, 1, '今日はゴン狐の続きを読みましょう。')
) as heard (call, number, text)
join public.lines
  on lines.id = ('5eed0000-0000-4000-8000-0000000' || heard.call || lpad(heard.number::text, 3, '0'))::uuid
on conflict do nothing;

update public.lines
set
  revision = 2,
  edited_at = lines.created_at + interval '40 seconds',
  corrected_by = (
    select attendance.user_id from public.attendance
    where attendance.call_id = lines.call_id and attendance.user_id <> lines.author
    order by attendance.joined_at, attendance.user_id
    limit 1
  )
where lines.id::text like '5eed0000-%' and lines.revision = 1
  and exists (select from public.line_corrections where line_id = lines.id);

update public.translations set revision = lines.revision
from public.lines
where lines.id = translations.line_id and lines.id::text like '5eed0000-%' and translations.revision < lines.revision;

-- Decisions, tasks and questions of the calls.
insert into public.line_marks (line_id, kind, who, done, by, at)
select
  lines.id, mark.kind, ('5eed0000-0000-4000-8000-00000000000' || mark.who)::uuid, mark.done,
  ('5eed0000-0000-4000-8000-00000000000' || mark.by)::uuid, lines.created_at + interval '10 seconds'
from (
  values
    (21, 3, 'question', null, true, 1),
    (21, 5, 'decision', null, false, 2),
    (21, 6, 'question', null, true, 1),
    (21, 7, 'task', 1, true, 2),
    (21, 8, 'task', 2, false, 1),
    (22, 2, 'decision', null, false, 1),
    (22, 4, 'task', 1, true, 2),
    (22, 5, 'question', null, false, 2),
    (23, 7, 'task', 1, true, 1),
    (23, 9, 'decision', null, false, 1),
    (24, 2, 'question', null, true, 5),
    (24, 3, 'decision', null, false, 2),
    (24, 5, 'task', 1, false, 5),
    (25, 2, 'question', null, true, 1),
    (25, 3, 'task', 5, false, 3),
    (25, 4, 'decision', null, false, 3)
) as mark (call, number, kind, who, done, by)
join public.lines
  on lines.id = ('5eed0000-0000-4000-8000-0000000' || mark.call || lpad(mark.number::text, 3, '0'))::uuid
on conflict do nothing;

-- A summary of each call, as a language model writes it, with the lines that support each sentence.
insert into public.summaries (
  call_id, made_of, language, lines_read, lines_all, model, made_at, claimed_of, status, attempts, lease_until
)
select
  calls.id, private.call_lines_version(calls.id), 'en', count(*), count(*), 'sample', calls.ended_at,
  private.call_lines_version(calls.id), 'ready', 1, calls.ended_at
from public.calls
join public.lines on lines.call_id = calls.id
where calls.id::text like '5eed0000-%'
group by calls.id
on conflict do nothing;

insert into public.summary_sentences (call_id, number, text, line_ids)
select
  ('5eed0000-0000-4000-8000-0000000000' || told.call)::uuid,
  told.number,
  told.text,
  array(
    select ('5eed0000-0000-4000-8000-0000000' || told.call || lpad(line::text, 3, '0'))::uuid
    from unnest(told.lines) as line
  )
from (
  values
    (21, 1, 'The class goes on the trip on the last Wednesday of the month; the bus leaves at eight.', array[3, 5]),
    (21, 2, 'Tom asks the museum about a ramp, and Inés asks for the group price.', array[6, 7, 8]),
    (22, 1, 'Three children need booster seats. Inés has two of them in her car.', array[2]),
    (22, 2, 'Haruka walks with the second group, and Tom sends the map.', array[3, 4]),
    (23, 1, 'The third booster seat is found, and the museum has a ramp on the left.', array[6, 7]),
    (23, 2, 'The group price is four euros a child.', array[9]),
    (24, 1, 'Camille gives away forty bags of dwarf beans, which grow in a pot of thirty centimetres.', array[1, 3]),
    (24, 2, 'Omar brings okra seeds, and Tom prints labels in four languages.', array[4, 5]),
    (25, 1, 'The group reads on in “Gon, the Little Fox”, from page three.', array[1, 4])
) as told (call, number, text, lines)
on conflict do nothing;

-- The glossary of the class. The last term is a proposal without a decision.
insert into public.glossary_terms (
  id, workspace_id, term, language, never, translations, note, state, meeting_id, proposed_by, approved_by, created_at,
  changed_at
)
select
  ('5eed0000-0000-4000-8000-0000000000' || known.id)::uuid, '5eed0000-0000-4000-8000-0000000000aa', known.term,
  known.language, known.never, known.translations::jsonb, known.note,
  case when known.proposer is null then 'approved' else 'proposed' end,
  case when known.proposer is not null then '5eed0000-0000-4000-8000-000000000013'::uuid end,
  ('5eed0000-0000-4000-8000-00000000000' || known.proposer)::uuid,
  case when known.proposer is null then '5eed0000-0000-4000-8000-000000000002'::uuid end,
  now() - interval '6 days', now() - interval '6 days'
from (
  values
    (31, 'Puerta Norte', 'es', false, '{"en": "North Gate", "ja": "北門", "ar": "البوابة الشمالية"}', 'Where the bus leaves.', null),
    (32, 'Class 4B', 'en', true, '{}', '', null),
    (33, 'ごんぎつね', 'ja', false, '{"en": "Gon, the Little Fox", "fr": "Gon, le petit renard"}', '', null),
    (35, 'elevador', 'es', false, '{"en": "booster seat", "ja": "ジュニアシート", "ar": "مقعد"}', '', null),
    (36, 'ramp', 'en', false, '{"es": "rampa", "ja": "スロープ", "ar": "منحدر"}', '', null),
    (34, 'بامية', 'ar', false, '{"en": "okra", "es": "okra", "fr": "gombo"}', '', 4)
) as known (id, term, language, never, translations, note, proposer)
on conflict do nothing;

-- Sets each meeting's counter to its last write.
update public.meetings
set seq = greatest(
  meetings.seq,
  (select max(changed) from public.lines where meeting_id = meetings.id),
  (select max(seq) from public.participants where meeting_id = meetings.id)
)
where workspace_id = '5eed0000-0000-4000-8000-0000000000aa';

-- The measures of the calls, which a trigger stores when a call ends, and the translations by engine.
select private.measure_call(id) from public.calls where ended_at is not null and not measured;

insert into public.call_engines (call_id, engine, lines, characters)
select lines.call_id, translations.engine, count(*), sum(char_length(lines.text))
from public.translations
join public.lines on lines.id = translations.line_id
where translations.status = 'ready' and translations.engine is not null and lines.call_id is not null
group by lines.call_id, translations.engine
on conflict do nothing;
