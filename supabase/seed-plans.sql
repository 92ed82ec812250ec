-- Sample data: planned meetings around today, so that a new developer sees a calendar with meetings in it. Runs after `seed.sql`, and a
-- repeat changes nothing.

create temporary table seed_plans as
select
  ('5eed0000-0000-4000-8000-0000000000' || plan.id)::uuid as id,
  ('5eed0000-0000-4000-8000-0000000000' || plan.meeting)::uuid as meeting_id,
  ('5eed0000-0000-4000-8000-00000000000' || plan.organizer)::uuid as organizer,
  plan.title, plan.language, plan.agenda, plan.zone, plan.minutes, plan.weeks, plan.times,
  -- The weeks begin three weeks ago.
  date_trunc('week', now() at time zone plan.zone) + (plan.day - 22) * interval '1 day' + plan.hour::time as starts_local
from (
  values
    ('c1', 14, 3, 'Reading hour', 'en', '{}'::text[], 'Asia/Tokyo', 5, '18:00', 30, 1, 30),
    ('c2', 12, 2, 'Excursión de primavera, clase 4B', 'es', '{Autobús,Comida}', 'Europe/Madrid', 3, '19:00', 45, 1, 12),
    ('c3', 13, 5, 'Seed library: spring exchange', 'en', '{"What we grow","Who brings tools"}', 'Europe/Paris', 4, '17:30', 60, 2, 15),
    ('c4', 15, 1, 'School board, open part', 'en', '{"Budget of the yard"}', 'Europe/London', 23, '18:30', 90, 1, 1),
    ('c5', 11, 1, 'Parents’ evening, class 4B', 'en', '{}', 'Europe/London', 30, '19:00', 60, 1, 1)
) as plan (id, meeting, organizer, title, language, agenda, zone, day, hour, minutes, weeks, times)
where not exists (
  select from public.meeting_series where meeting_series.id = ('5eed0000-0000-4000-8000-0000000000' || plan.id)::uuid
);

insert into public.meeting_series (
  id, workspace_id, meeting_id, organizer, title, language, agenda, starts_local, zone, length_minutes, rule, ends_at, created_at
)
select
  id, '5eed0000-0000-4000-8000-0000000000aa', meeting_id, organizer, title, language, agenda, starts_local, zone, minutes,
  case when times > 1 then
    jsonb_build_object('freq', 'weekly', 'count', times) || case when weeks > 1 then jsonb_build_object('interval', weeks) else '{}' end
  end,
  (starts_local + (times - 1) * weeks * interval '7 days') at time zone zone + minutes * interval '1 minute',
  now() - interval '24 days'
from seed_plans;

insert into public.series_occurrences (series_id, key, workspace_id, starts_at, ends_at)
select
  id, occurrence.key, '5eed0000-0000-4000-8000-0000000000aa', occurrence.key at time zone zone,
  occurrence.key at time zone zone + minutes * interval '1 minute'
from seed_plans
cross join lateral (
  select starts_local + number * weeks * interval '7 days' as key from generate_series(0, times - 1) as number
) as occurrence;

insert into public.series_invitees (series_id, workspace_id, user_id, invited_by, invited_at, answer, answered_at)
select
  seed_plans.id, '5eed0000-0000-4000-8000-0000000000aa', workspace_members.user_id, seed_plans.organizer,
  now() - interval '24 days', invited.answer, case when invited.answer <> 'none' then now() - interval '2 days' end
from seed_plans
join (
  values ('c1', 1, 'yes'), ('c1', 5, 'maybe'), ('c2', 1, 'yes'), ('c2', 3, 'no'), ('c2', 4, 'yes'), ('c3', 1, 'none'), ('c3', 3, 'maybe'),
    ('c3', 4, 'yes'), ('c4', 2, 'yes'), ('c5', 2, 'yes'), ('c5', 3, 'none'), ('c5', 4, 'none')
) as invited (plan, person, answer)
  on seed_plans.id = ('5eed0000-0000-4000-8000-0000000000' || invited.plan)::uuid
join public.workspace_members
  on workspace_members.workspace_id = '5eed0000-0000-4000-8000-0000000000aa'
  and workspace_members.user_id = ('5eed0000-0000-4000-8000-00000000000' || invited.person)::uuid;

-- Nobody gets an invitation to a sample.
delete from private.plan_notices
where invitee_id in (select series_invitees.id from public.series_invitees join seed_plans on seed_plans.id = series_id);

drop table seed_plans;
