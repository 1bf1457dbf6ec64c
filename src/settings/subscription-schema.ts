import { z } from 'zod'
import { weekdays } from '../model/quiet.ts'
import { condition, filter } from './filter-schema.ts'
import { channel, cron, duration, group, member, name, timeOfDay, timezone, word } from './values.ts'

const quiet = z.strictObject({
  from: timeOfDay,
  to: timeOfDay.describe('not after the beginning: on the next day'),
  days: z
    .array(z.enum(weekdays))
    .min(1, 'an empty list')
    .exactOptional()
    .describe('on which the hours begin; without it every day'),
  timezone: timezone.exactOptional(),
  urgent: condition.exactOptional().describe('what passes at once'),
})

const notify = z
  .strictObject({
    users: z.array(member).default([]),
    groups: z.array(group).default([]),
    here: z.boolean().default(false),
    when: condition,
  })
  .refine(({ users, groups, here }) => here || users.length + groups.length > 0, 'nobody to notify')

/** A subscription: one alert to one channel. */
export const subscription = z.strictObject({
  name: name.describe('unique and stable: bookmark and receipts hang on it'),
  alert: word('alert').describe('name or id of an alert of the mention service'),
  channel,
  schedule: cron.default('*/2 * * * *').describe('cron, five or six fields (seconds first)'),
  timezone: timezone.exactOptional(),
  only: filter.default({}).describe('what is let through: lists are any-of, keys are all-of'),
  except: filter.default({}).describe('what is left out: one hit is enough'),
  backfill: z
    .number()
    .int()
    .min(0)
    .max(300)
    .default(0)
    .describe('how many of the newest the first look posts'),
  burst: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(5)
    .describe('more than this in one turn become one message and its thread'),
  maxAge: duration.exactOptional().describe('older ones by their own date are skipped (such as 7d)'),
  quiet: quiet.exactOptional().describe('hours in which only what is urgent is posted'),
  style: z.enum(['compact', 'full']).exactOptional().describe('how much a card shows; without it full'),
  notify: notify.exactOptional().describe('who is called by name on a card'),
  dedupe: z
    .enum(['url', 'story'])
    .exactOptional()
    .describe(
      'what joins the first card within seven days: url, the same address or title; story, nearly the same title, too',
    ),
  storm: z
    .enum(['calm', 'normal', 'alert', 'off'])
    .exactOptional()
    .describe('how much it takes to call it a storm, which is one card and its thread; without it normal'),
})
