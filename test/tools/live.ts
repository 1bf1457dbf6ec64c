import { Killed, minute, type StoryWorld } from './story-world.ts'

/** Runs processes in a story world: one poll after another, each at the time that its subscriptions ask for. */

/** The results of one poll. */
type Parts = Awaited<ReturnType<ReturnType<StoryWorld['start']>>>

/** Polls every `everyMs`, and earlier if a run asks for it, for `ms` of the world's time. */
export async function live(
  world: StoryWorld,
  ms: number,
  run = world.start(),
  everyMs = 2 * minute,
): Promise<Parts[]> {
  const end = world.clock.at + ms
  const polls: Parts[] = []
  const due = new Map<string, number>()
  for (const { name } of world.subscriptions) due.set(name, world.clock.at)
  const rarely = new Map(world.subscriptions.map(({ name, schedule }) => [name, laterBy(schedule)]))
  let tick = world.clock.at
  function plan(polled: string[]): void {
    for (const [name, before] of due) {
      const next = tick + (rarely.get(name) ?? 0)
      due.set(name, polled.includes(name) ? next : Math.min(next, before))
    }
  }
  while (world.clock.at < end) {
    const names = [...due].filter(([, at]) => at <= world.clock.at).map(([name]) => name)
    if (world.clock.at >= tick) tick = world.clock.at + everyMs
    plan(names)
    const parts = await run(names)
    polls.push(parts)
    if (parts.some(({ error }) => error instanceof Killed)) throw new Killed()
    for (const { subscription, retryAt } of parts) {
      const next = due.get(subscription) ?? tick
      due.set(subscription, Math.min(retryAt ?? next, next))
    }
    world.clock.at = Math.max(world.clock.at + 100, Math.min(...due.values()))
  }
  return polls
}

/** A schedule such as every seven minutes polls five minutes later than the usual schedule of a world, which polls every two minutes. */
function laterBy(schedule: string): number {
  const minutes = Number(/^\*\/(\d+) /.exec(schedule)?.[1] ?? 2)
  return (minutes - 2) * minute
}

/** Runs for `ms`, and starts a new process after each crash. */
export async function surviveFor(world: StoryWorld, ms: number): Promise<void> {
  const end = world.clock.at + ms
  while (world.clock.at < end) {
    try {
      await live(world, end - world.clock.at)
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      world.life.moments = Number.POSITIVE_INFINITY
      world.clock.at += 1000
    }
  }
}
