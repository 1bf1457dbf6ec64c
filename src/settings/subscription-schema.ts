import { z } from 'zod'
import { weekdays } from '../model/quiet.ts'
import { conditionSchema, filterSchema } from './filter-schema.ts'
import {
  channel,
  cronExpression,
  duration,
  memberId,
  name,
  nonEmptyText,
  timeOfDay,
  timezone,
  userGroupId,
} from './values.ts'

const quietHoursSchema = z.strictObject({
  from: timeOfDay,
  to: timeOfDay.describe('not after the beginning: on the next day'),
  days: z
    .array(z.enum(weekdays))
    .min(1, 'an empty list')
    .exactOptional()
    .describe('on which the hours begin; without it every day'),
  timezone: timezone.exactOptional(),
  urgent: conditionSchema.exactOptional().describe('what passes at once'),
})

const notifySchema = z
  .strictObject({
    users: z.array(memberId).default([]),
    groups: z.array(userGroupId).default([]),
    here: z.boolean().default(false),
    when: conditionSchema,
  })
  .refine(({ users, groups, here }) => here || users.length + groups.length > 0, 'nobody to notify')

/** A subscription: one alert to one channel. */
export const subscriptionSchema = z.strictObject({
  name: name.describe('unique and stable: bookmark and receipts hang on it'),
  alert: nonEmptyText('alert').describe('name or id of an alert of the mention service'),
  channel,
  schedule: cronExpression.default('*/2 * * * *').describe('cron, five or six fields (seconds first)'),
  timezone: timezone.exactOptional(),
  only: filterSchema.default({}).describe('what is let through: lists are any-of, keys are all-of'),
  except: filterSchema.default({}).describe('what is left out: one hit is enough'),
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
  quiet: quietHoursSchema.exactOptional().describe('hours in which only what is urgent is posted'),
  style: z.enum(['compact', 'full']).exactOptional().describe('how much a card shows; without it full'),
  notify: notifySchema.exactOptional().describe('who is called by name on a card'),
  dedupe: z
    .enum(['url', 'story'])
    .exactOptional()
    .describe(
      'what joins the first card within seven days: url, the same address or title; story, nearly the same title, too',
    ),
  spike: z
    .enum(['calm', 'normal', 'alert', 'off'])
    .exactOptional()
    .describe('how much it takes to call it a storm, which is one card and its thread; without it normal'),
})
