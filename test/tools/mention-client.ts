import { createRateLimiter } from '@overheard/base/rate-limiter'
import type { MentionPage } from '@overheard/mention-client'
import { createMentionService, type MentionServiceDeps } from '@overheard/mention-client'
import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { createRequestBudget, requestLimit } from '@overheard/mention-client/request-budget'
import { requestShares } from '@overheard/mention-client/request-limit'
import { onTestFinished } from 'vitest'
import { createJumpingClock } from './manual-clock.ts'
import { token } from './secret-token.ts'

type JumpingClock = ReturnType<typeof createJumpingClock>

/** A client of a test server, with a clock that jumps. `logged` is everything it logged. */
export function clientOf(
  baseUrl: string,
  { clock = createJumpingClock(), ...options }: Partial<MentionServiceDeps> & { clock?: JumpingClock } = {},
) {
  const logged: { fields: Record<string, unknown>; sentence: string }[] = []
  const limiter = createRateLimiter(requestLimit(requestShares()), clock.now)
  const budget = createRequestBudget({ limiter, steady: clock.now, sleep: clock.sleep, spacingMs: 0 })
  const service = createMentionService({
    baseUrl,
    token,
    now: clock.now,
    steady: clock.now,
    sleep: clock.sleep,
    random: () => 0.5,
    log: { warn: (fields, sentence) => logged.push({ fields, sentence }) },
    budget,
    ...options,
  })
  onTestFinished(() => service.close())
  return { service, clock, logged, budget }
}

/** Reads all pages into one list. */
export async function allOf(pages: AsyncIterable<MentionPage>): Promise<MentionPage[]> {
  const all: MentionPage[] = []
  for await (const page of pages) all.push(page)
  return all
}

/** The ids of all pages. */
export async function idsOf(pages: AsyncIterable<MentionPage>): Promise<string[]> {
  return (await allOf(pages)).flatMap(({ mentions }) => mentions.map(({ id }) => id))
}

/** Returns the typed error of a call; fails the test if there is none. */
export async function errorOf(call: Promise<unknown>): Promise<MentionServiceError> {
  const ending = await call.then(
    () => 'a success',
    (error: unknown) => error,
  )
  if (ending instanceof MentionServiceError) return ending
  throw new Error(`Expected a MentionServiceError, got ${String(ending)}`)
}
