import { rmSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { isLetThrough } from '../../../../src/features/relevance/filter.ts'
import { heldKey } from '../../../../src/features/relevance/model.ts'
import { onPostgres } from '../../../tools/e2e/bot-world.ts'
import { inHttpMode } from '../../../tools/e2e/http-mode.ts'
import { ana, ben, brand } from '../../../tools/e2e/people-world.ts'
import { createProcesses, type Processes } from '../../../tools/e2e/processes.ts'

const configuration = {
  doubtSeconds: 1,
  subscriptions: [
    {
      ...{ name: 'acme', alert: 'Acme brand', channel: brand, schedule: '* * * * * *', burst: 1000 },
      about: {
        text: 'Acme, the note-taking app; people write about its sync, price, outages',
        sites: ['acme.example'],
      },
    },
  ],
}

/** A mention that would be held back, but is posted all the same to check the filter. */
const letThrough = Array.from({ length: 200 }, (_, at) => 201 + at).find((id) =>
  isLetThrough(heldKey('acme', String(id))),
)

/** Mentions in which the name is an ordinary word. */
const noise = (id: number) => ({
  title: `Number ${id}`,
  snippet: `That was the acme of his career, says Person ${id}.`,
})

let processes: Processes | undefined
afterEach(() => processes?.close())

const slackOptions = {
  users: [
    { id: ana, name: 'ana', displayName: 'Ana Lima' },
    { id: ben, name: 'ben', displayName: 'Ben Okafor' },
  ],
  channels: [{ id: brand, name: 'brand-watch', botIsMember: true, members: [ana, ben] }],
}

async function begin(size: number, mode: object = {}) {
  const started = await createProcesses(size, configuration, {
    ...mode,
    slack: { ...slackOptions, ...('slack' in mode ? (mode.slack as object) : {}) },
  })
  processes = started
  const { world, people } = started
  world.add(1, { title: 'Acme is here' })
  await started.startAll()
  await world.until('the first look', () => world.watches())
  const list = () => people.ask(ana, brand, '/mentions held')
  /** The place of the button that posts a mention, in the newest list. */
  const place = (id: number) => {
    const lists = world.slack.state.ephemerals.map(({ message }) => message)
    return lists.toReversed().flatMap(({ ts, blocks = [] }) => {
      const block = blocks.find((one) => JSON.stringify(one).includes(`\\"${id}\\"`))
      return block?.block_id === undefined ? [] : [{ ts, blockId: block.block_id }]
    })[0]
  }
  const places = new Map<number, ReturnType<typeof place>>()
  /** Presses the button in the list in which the mention was first seen. */
  function press(user: string, id: number) {
    const at = places.get(id) ?? place(id)
    places.set(id, at)
    return people.answerTo(user, brand, () =>
      world.slack.people.press({
        user,
        channel: brand,
        ts: at?.ts ?? '',
        blockId: at?.blockId ?? '',
        actionId: 'relevance_bring_back',
      }),
    )
  }
  const listed = async (id: number) => expect.poll(list).toContain(`Number ${id} `)
  const isPosted = (id: number) => posts(id).length > 0
  const posts = (id: number) =>
    world.slack.control
      .messages(brand)
      .filter((one) => one.bot_id !== undefined && JSON.stringify(one.blocks).includes(`news.example/${id}`))
  return { ...started, list, listed, isPosted, posts, press }
}

it.each([
  ...(onPostgres
    ? []
    : ([
        ['Socket Mode', async () => ({})],
        ['HTTP mode', inHttpMode],
      ] as const)),
])(
  'in %s: a namesake is held back, is listed with the word that decided, and one press posts it once',
  async (_, mode) => {
    const { world, people, list, isPosted, posts, press } = await begin(1, await mode())
    world.add(101, noise(101))
    world.add(102, { title: 'Acme sync is down', snippet: 'My notes are gone' })
    await world.until('the relevant mention', () => world.ids().includes('102'))
    await expect.poll(list).toMatch(/1 mention held back as not about Acme.*Number 101.*against: “acme”/s)
    expect(isPosted(101)).toBe(false)
    await expect
      .poll(() => people.ask(ana, brand, '/mentions why https://news.example/101'))
      .toMatch(/Not posted .*it is probably not about you \(against: “acme”\)/s)
    expect(await list()).toContain('Still missing: 30 of 30 handled mentions')
    expect(await press(ana, 101)).toContain('Overheard posts this mention in a moment')
    await world.until('the card', () => isPosted(101))
    expect(await press(ana, 101)).toContain('was brought back before')
    expect(await list()).toContain('Nothing is held back as not about Acme.')
    expect(posts(101)).toHaveLength(1)
    expect(world.posted().find(({ ids }) => ids.includes('101'))).toBeDefined()
    expect(await people.ask(ana, brand, '/mentions why https://news.example/101')).toContain(
      'Somebody brought it back, so it was posted later.',
    )
    const [card] = posts(101)
    await people.press(ben, brand, card?.ts ?? '', 'mention_claim')
    const checked = letThrough ?? 0
    world.add(checked, noise(checked))
    await world.until('the mention that is let through', () => isPosted(checked))
    expect(JSON.stringify(posts(checked))).toContain('Is this about Acme? Overheard thinks not.')
    await world.until('the claim', () => JSON.stringify(posts(101)).includes('Claimed by Ben Okafor'))
  },
)

it.skipIf(onPostgres)('what people do with cards teaches, and its undo takes that away', async () => {
  const { world, people, list } = await begin(1)
  for (const id of [2, 3, 4, 5])
    world.add(id, {
      ...{ title: `Acme sync, part ${id}`, snippet: 'My notes' },
      author: { name: `Author ${id}`, avatar: '', audience: 1, url: '' },
    })
  await world.until('the cards', () => ['2', '3', '4', '5'].every((id) => world.ids().includes(id)))
  const card = (id: number) => world.posted().find(({ ids }) => ids.includes(String(id)))?.ts ?? ''
  const choose = (id: number, choice: string) =>
    people.press(ana, brand, card(id), 'mention_more', people.choiceOf(brand, card(id), choice))
  const react = (remove: boolean) =>
    world.slack.people.react({ user: ana, channel: brand, ts: card(3), reaction: 'eyes', remove })
  const expectMissing = (count: number) =>
    expect.poll(list).toContain(`Still missing: ${count} of 30 handled mentions`)

  await people.press(ana, brand, card(2), 'mention_claim')
  await expectMissing(29)
  await react(false)
  await expectMissing(28)
  await react(true)
  await expectMissing(29)
  await choose(4, 'not-relevant:')
  await expectMissing(28)
  await world.until('the change', () => people.textOf(brand, card(4)).includes('Not relevant'))
  await people.press(ben, brand, card(4), 'mention_restore')
  await expectMissing(29)
  const { id } = await people.modal(ana, () => choose(5, 'mute:'))
  await world.slack.people.submitView({ user: ana, viewId: id, answers: { term: { term: '7d' } } })
  await expectMissing(28)
  await people.press(ben, brand, people.find(brand, 'muted the author')?.ts ?? '', 'change_undo')
  await expectMissing(29)
})

it('kills after the mention was held back, after the press and after the post: it is posted once', async () => {
  const { world, listed, isPosted, posts, press, killAll, startAll } = await begin(onPostgres ? 2 : 1)
  const { control } = world.slack
  const restart = async () => {
    await killAll()
    await startAll()
  }
  for (const id of [101, 102, 103]) world.add(id, noise(id))
  await restart()
  for (const id of [101, 102, 103]) await listed(id)
  control.fault({
    method: 'chat.postMessage',
    times: 1,
    text: 'Number 101',
    act: { do: 'hang', after: true },
  })
  control.fault({ method: 'chat.postMessage', times: 1, text: 'Number 102', act: { do: 'hang' } })
  await press(ana, 101)
  await press(ana, 102)
  await world.until('the post that Slack does not confirm', () => isPosted(101))
  await restart()
  await world.until('the post that Slack lost', () => isPosted(102))
  await press(ana, 103)
  await restart()
  await world.until('the post of the last press', () => isPosted(103))
  for (const id of [101, 102, 103]) expect(await press(ana, id)).toContain('was brought back before')
  world.add(104, { title: 'Acme sync is back' })
  await world.until('a later mention', () => world.ids().includes('104'))
  for (const id of [101, 102, 103]) expect(posts(id)).toHaveLength(1)
})

it.skipIf(onPostgres)(
  'a wiped disk: what was brought back is not posted again, and what was held is brought back once',
  async () => {
    const { world, listed, list, isPosted, posts, press, killAll, startAll } = await begin(1)
    for (const id of [101, 103]) world.add(id, noise(id))
    world.add(102, { title: 'Acme sync is down' })
    await world.until('the relevant mention', () => world.ids().includes('102'))
    for (const id of [101, 103]) await listed(id)
    await press(ana, 101)
    await world.until('the card, as the newest message', () => isPosted(101))
    await killAll()
    rmSync(world.dataDir, { recursive: true, force: true })
    await startAll()
    world.add(104, { title: 'Acme sync is back' })
    await world.until('a later mention', () => world.ids().includes('104'))
    await press(ana, 101)
    await expect.poll(() => press(ana, 101)).toContain('was brought back before')
    await press(ana, 103)
    await world.until('the card of the other mention', () => isPosted(103))
    await expect.poll(list).toContain('Nothing is held back as not about Acme.')
    for (const id of [101, 102, 103, 104]) expect(posts(id)).toHaveLength(1)
  },
)
