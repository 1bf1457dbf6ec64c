/** Lets processes live in a world of a story: turn after turn, each at the time its subscriptions ask for. */
import { Killed, minute, type StoryWorld } from './story-world.ts'

/** What one turn came to. */
type Parts = Awaited<ReturnType<ReturnType<StoryWorld['start']>>>

/** Runs turns at the schedule of two minutes, and sooner for those that want to come back, for `ms` of the world's time. */
export async function live(world: StoryWorld, ms: number, run = world.start()): Promise<Parts[]> {
  const end = world.clock.at + ms
  const turns: Parts[] = []
  let tick = world.clock.at
  const back = new Map<string, number>()
  while (world.clock.at < end) {
    const isTick = world.clock.at >= tick
    const names = world.subscriptions
      .map(({ name }) => name)
      .filter((name) => isTick || (back.get(name) ?? Number.POSITIVE_INFINITY) <= world.clock.at)
    if (isTick) tick = world.clock.at + 2 * minute
    const parts = names.length > 0 ? await run(names) : []
    if (parts.length > 0) turns.push(parts)
    for (const name of names) back.delete(name)
    for (const { subscription, again } of parts) if (again !== undefined) back.set(subscription, again)
    if (parts.some(({ error }) => error instanceof Killed)) throw new Killed()
    const next = Math.min(tick, ...back.values())
    world.clock.at = Math.max(world.clock.at + 100, next)
  }
  return turns
}

/** Lives on, starting a new process after each death, until the time is over. */
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
