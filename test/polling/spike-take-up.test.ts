import { beforeEach, describe, expect, it } from 'vitest'
import { live, surviveFor } from '../tools/live.ts'
import { createStoryWorld, minute, type StoryWorld, subscriptionOf } from '../tools/story-world.ts'

const many = 300
const upTo = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1))
const ana = 'U0000000ANA'
const notify = { users: [ana], groups: [], here: false, when: { reach: { from: 1e9 } } }

let world: StoryWorld
let run: ReturnType<StoryWorld['start']>
const said = () =>
  world.channel
    .messages()
    .filter(({ thread, content }) => thread === undefined && !content.text.includes('Watching'))
const inThread = () =>
  world.channel
    .messages()
    .filter(({ thread }) => thread === said()[0]?.ts)
    .flatMap(({ receipt }) => receipt?.ids ?? [])
const headline = () => said()[0]?.content.text.split('\n')[0]

/** A storm of half an hour, and the process that saw it begin. */
beforeEach(async () => {
  world = createStoryWorld({ subscriptions: [subscriptionOf({ notify })], perDay: 24 })
  run = world.start()
  await live(world, 5 * minute, run)
  const begin = world.clock.at
  for (let id = 1; id <= many; id++) {
    const at = begin + Math.floor((id * 30 * minute) / many)
    const changes = { date: at, reach: id, sentiment: 'negative' as const, source: id % 3 ? 'reddit' : 'web' }
    world.add(id, changes, at)
  }
})

function wipe(what: 'everything' | 'bookmarks' = 'everything'): void {
  world.saved.clear()
  if (what === 'everything') world.weather?.kept.clear()
}

describe('a storm in the middle of which the store is wiped', () => {
  it.each(['everything', 'bookmarks'] as const)(
    'of %s goes on with the same card, in the same thread, and ends with the same summary',
    async (what) => {
      await live(world, 12 * minute, run)
      const told = inThread().length
      expect(told).toBeGreaterThan(80)
      wipe(what)
      run = world.start()
      await live(world, 4000, run)
      expect(headline()).toBe(
        `Storm: ${inThread().length} mentions, Acme brand, since 20 Nov 2026, 12:06 UTC.`,
      )
      await live(world, 22 * minute, run)
      expect(headline()).toContain(`Storm: ${many} mentions`)
      expect(said()[0]?.content.text).toMatch(new RegExp(`^${many} in the last hour, usually 3`, 'm'))
      expect(said()[0]?.content.text).toContain('100% negative')
      expect(said()[0]?.content.text).toContain('Reddit 200, Web 100')
      await live(world, 60 * minute, run)
      expect(headline()).toMatch(new RegExp(`^Storm over: ${many} mentions in \\d+ min`))
      expect(said()[0]?.content.text).toContain(`Peak ${many} an hour`)
      expect(said()).toHaveLength(2)
      expect(inThread()).toEqual(upTo(many))
      expect(world.channel.messages().at(-1)?.content.text).toContain(`${many}. `)
    },
  )

  it('again and again is still the same storm', async () => {
    for (let time = 0; time < 6; time++) {
      await live(world, 5 * minute, run)
      wipe()
      run = world.start()
    }
    await live(world, 70 * minute, run)
    expect(said()).toHaveLength(2)
    expect(headline()).toMatch(new RegExp(`^Storm over: ${many} mentions`))
    expect(inThread()).toEqual(upTo(many))
  })

  it('at any moment of its first messages has one card and calls people once', async () => {
    for (let moments = 0; moments < 40; moments++) {
      world = createStoryWorld({ subscriptions: [subscriptionOf({ notify })], perDay: 24 })
      await live(world, 5 * minute)
      for (let id = 1; id <= 30; id++) world.add(id, { date: world.now() })
      world.life.moments = moments
      await live(world, minute).catch(() => undefined)
      const hadCard = said().length > 0
      wipe()
      world.life.moments = Number.POSITIVE_INFINITY
      await surviveFor(world, 10 * minute)
      const heads = said().map(({ content }) =>
        content.text.includes('<@') ? 'notice' : content.text.split(' mentions')[0],
      )
      // Without counts and without a card nobody knows that it storms.
      if (hadCard) expect(heads, `after ${moments} effects`).toEqual(['Storm: 30', 'notice'])
      else expect(heads, `after ${moments} effects`).toEqual(['Acme brand: 30 new'])
      expect(world.channel.ids().toSorted()).toEqual(upTo(30).toSorted())
    }
  })

  it('names what it told before with the addresses of their messages', async () => {
    await live(world, 12 * minute, run)
    wipe()
    await live(world, 4000)
    const top = world.channel.messages().find(({ receipt }) => receipt?.ids.includes(inThread().at(-1) ?? ''))
    expect(JSON.stringify(said()[0]?.content.blocks)).toContain(`https://slack.example/${top?.ts}`)
  })

  it('while the service cannot be asked, nothing is forgotten and nothing posted', async () => {
    await live(world, 12 * minute, run)
    wipe()
    world.faults.service = new Error('HTTP 503')
    run = world.start()
    const before = world.channel.messages().length
    await live(world, 6 * minute, run)
    expect(world.channel.messages()).toHaveLength(before)
    delete world.faults.service
    await live(world, 80 * minute, run)
    expect(said()).toHaveLength(2)
    expect(inThread()).toEqual(upTo(many))
  })
})

describe('a storm that is over when the store is wiped', () => {
  it('stays over, and what comes after it is an ordinary card', async () => {
    await live(world, 90 * minute, run)
    const summary = said()[0]?.content
    wipe()
    world.add(many + 1, { date: world.now() })
    await live(world, 10 * minute)
    expect(said()[0]?.content).toEqual(summary)
    expect(said().at(-1)?.receipt?.ids).toEqual([String(many + 1)])
    expect(world.bookmark().spike?.state).toMatchObject({ kind: 'calm', before: { peak: many } })
  })

  it('is told as over where nobody had the time to say so', async () => {
    await live(world, 34 * minute, run)
    wipe()
    world.clock.at += 5 * 60 * minute
    await live(world, 3 * minute)
    expect(headline()).toMatch(new RegExp(`^Storm over: ${many} mentions in 30 min`))
    expect(said()).toHaveLength(2)
  })
})

describe('a storm of which an old copy of the store knows', () => {
  it.each([0, 8, 14])('nothing of the last %i minutes goes on as the channel shows it', async (minutes) => {
    await live(world, minutes * minute, run)
    const copy = new Map(world.saved)
    await live(world, (20 - minutes) * minute, run)
    for (const [path, text] of copy) world.saved.set(path, text)
    await live(world, 80 * minute)
    expect(said()).toHaveLength(2)
    expect(headline()).toMatch(new RegExp(`^Storm over: ${many} mentions`))
    expect(inThread()).toEqual(upTo(many))
    expect(world.channel.messages().at(-1)?.content.text).toContain(`${many}. `)
  })

  it('not that it is over, stays over', async () => {
    await live(world, 20 * minute, run)
    const copy = new Map(world.saved)
    await live(world, 70 * minute, run)
    const summary = said()[0]?.content
    for (const [path, text] of copy) world.saved.set(path, text)
    world.add(many + 1, { date: world.now() })
    await live(world, 10 * minute)
    expect(said()[0]?.content).toEqual(summary)
    expect(said().at(-1)?.receipt?.ids).toEqual([String(many + 1)])
  })

  it('nothing goes on as the channel shows it although the service goes away while it is told again', async () => {
    const copy = new Map(world.saved)
    await live(world, 20 * minute, run)
    for (const [path, text] of copy) world.saved.set(path, text)
    world.add(many + 1, { date: world.now() })
    run = world.start()
    let asked = 0
    world.faults.request = () => {
      asked += 1
      return asked === 2 ? new Error('HTTP 503') : undefined
    }
    await live(world, 80 * minute, run)
    expect(said()).toHaveLength(2)
    expect(headline()).toMatch(new RegExp(`^Storm over: ${many + 1} mentions`))
    expect(inThread().toSorted()).toEqual(upTo(many + 1).toSorted())
  })
})
