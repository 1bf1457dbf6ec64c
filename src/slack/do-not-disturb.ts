import { memoizeAsync } from '@overheard/base/memoize'
import type { Time } from '@overheard/base/time'
import { outcomeOf } from '@overheard/post-once/errors'
import type { WebClient } from '@slack/web-api'
import { z } from 'zod'

/** What Slack tells of a person's do-not-disturb, as it is in its answer. */
type DoNotDisturb = {
  isScheduled: boolean
  /** The hours of the schedule that are not over: UTC, ms. */
  start: Time
  end: Time
  /** The end of a snooze: UTC, ms. Slack may show it to the person alone. */
  snoozedUntil: Time | undefined
}

/** Resolves with `not-permitted` if the app lacks the scope, and with `unknown` if Slack does not say. The result is at most a minute old. */
export type DoNotDisturbOf = (user?: string) => Promise<DoNotDisturb | 'not-permitted' | 'unknown'>

const ttlMs = 60_000

/** Source: https://docs.slack.dev/reference/methods/dnd.info. Without a person it is about the bot itself. */
export function createDoNotDisturb(client: WebClient, now: () => Time): DoNotDisturbOf {
  const load = memoizeAsync((user: string | undefined) => loadDoNotDisturb(client, user), {
    now,
    ttlMs,
    keep: (answer) => answer !== 'unknown',
  })
  return (user) => load(user)
}

/** The SDK's types do not have the snooze. */
const answerSchema = z.object({
  dnd_enabled: z.boolean(),
  next_dnd_start_ts: z.number(),
  next_dnd_end_ts: z.number(),
  snooze_enabled: z.boolean().optional(),
  snooze_endtime: z.number().optional(),
})

async function loadDoNotDisturb(client: WebClient, user: string | undefined) {
  try {
    const told = answerSchema.parse(await client.dnd.info(user === undefined ? {} : { user }))
    const { snooze_enabled, snooze_endtime } = told
    return {
      isScheduled: told.dnd_enabled,
      start: told.next_dnd_start_ts * 1000,
      end: told.next_dnd_end_ts * 1000,
      snoozedUntil: snooze_enabled && snooze_endtime !== undefined ? snooze_endtime * 1000 : undefined,
    }
  } catch (error) {
    return outcomeOf(error, false).reason === 'missing_scope' ? 'not-permitted' : 'unknown'
  }
}
