import { z } from 'zod'
import { subscriptionSchema } from './subscription-schema.ts'
import { channel, cronExpression, memberId, name, nonEmptyText, timezone } from './values.ts'

const digestSchema = z.strictObject({
  name,
  channel,
  alerts: z.array(nonEmptyText('alert')).min(1).max(20).describe('names or ids'),
  schedule: cronExpression.default('0 9 * * 1').describe('cron; without it Mondays at nine'),
  timezone: timezone.exactOptional(),
  period: z
    .enum(['day', 'week', 'month'])
    .default('week')
    .describe('the last whole day, week or month before the schedule'),
  whenEmpty: z.enum(['skip', 'line']).default('line').describe('line: say in one line that nothing happened'),
})

/** The configuration file as it is written: every key it may have, its type, its range and its default. */
export const configurationSchema = z.strictObject({
  timezone: timezone.default('UTC').describe('IANA zone of whatever does not name its own'),
  owner: memberId.exactOptional().describe('who is told by direct message when something stops'),
  admins: z
    .array(memberId)
    .min(1, 'an empty list')
    .exactOptional()
    .describe('who may change things from Slack; without it everybody, for their channels'),
  docs: z
    .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'expected an https address' })
    .max(3000)
    .exactOptional()
    .describe('where your own documentation is: a link on the home tab'),
  plan: z
    .strictObject({ monthlyMentions: z.number().int().min(1) })
    .exactOptional()
    .describe('of the mention service: when 80 and 95 per cent of its mentions are used is said'),
  doubtSeconds: z
    .number()
    .int()
    .min(1)
    .max(3600)
    .default(30)
    .describe('how long an unanswered post stays in doubt before it is posted again'),
  subscriptions: z.array(subscriptionSchema).nullable().default([]).describe('one alert to one channel each'),
  digests: z.array(digestSchema).nullable().default([]).describe('summaries on a schedule'),
})
