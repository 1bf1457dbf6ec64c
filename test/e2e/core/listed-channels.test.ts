import { expect, it } from 'vitest'
import { channel as brand } from '../../tools/e2e/bot-world.ts'
import { peopleOf } from '../../tools/e2e/from-slack.ts'
import { inHttpMode } from '../../tools/e2e/http-mode.ts'
import { createAcme } from '../../tools/e2e/listed-channels.ts'

/** One subscription with several channels, in the real process. */

const [ana, ben] = ['U0000000ANA', 'U0000000BEN'] as const
const [support, marketing] = ['C0000SUPPRT', 'C0MARKETING'] as const

it('a subscription whose channel becomes a list goes on there, begins in the other channels, and keeps its place when the list changes', async () => {
  const { world, live, write, shown } = await createAcme(brand)
  world.add(1)
  await live(brand)
  world.add(2)
  await shown(2, brand)
  await world.end('SIGTERM')

  world.add(3)
  write(['#support', '#brand-watch'])
  await live(support)
  await shown(3, brand)
  world.add(4)
  await shown(4, brand, support)
  await world.end('SIGTERM')

  world.add(5)
  write([brand, support, marketing])
  const bot = await live(marketing)
  await shown(5, brand, support)
  world.add(6)
  await shown(6, brand, support, marketing)

  const applied = () => world.output().split('has read its settings again').length - 1
  write('#support')
  bot.kill('SIGHUP')
  await world.until('the reload', () => applied() === 1)
  world.add(7)
  await shown(7, support)
  write([marketing, '#support', brand])
  bot.kill('SIGHUP')
  await world.until('the second reload', () => applied() === 2)
  world.add(8)
  await shown(8, brand, support, marketing)
  expect(world.ids(brand).sort()).toEqual(['2', '3', '4', '5', '6', '7', '8'])
  expect(world.ids(support).sort()).toEqual(['4', '5', '6', '7', '8'])
  expect(world.ids(marketing).sort()).toEqual(['6', '7', '8'])
  expect(await world.end('SIGTERM')).toBe(0)
})

it('in HTTP mode people pause, mute and ask in one of several channels, and the others go on', async () => {
  const mode = await inHttpMode()
  const { world, live, shown } = await createAcme([brand, '#support'], mode)
  world.add(1)
  await live(brand, support)
  const said = () => world.slack.state.ephemerals.map(({ channel, message }) => `${channel} ${message.text}`)
  const ask = async (where: string, line: string, words: RegExp, user: string = ana) => {
    const before = said().length
    await world.slack.people.runCommand({ user, channel: where, line: `/mentions ${line}` })
    const answers = () => said().slice(before)
    await world.until(`the answer to ${line}`, () => answers().some((text) => words.test(text)))
  }
  const lines = (where: string) => world.slack.control.messages(where).map(({ text }) => text)
  await peopleOf(world).confirmed('pause acme', ana, support)
  await world.until('the pause', () => lines(support).some((text) => /paused/i.test(text)))
  world.add(2)
  await shown(2, brand)
  await ask(support, 'list', /C0000SUPPRT.*acme → #support: Acme brand\. Paused by Ana Lima/s)
  await ask(brand, 'list', /C00000BRAND.*acme → C00000BRAND: Acme brand\. (?!Paused)/s)
  await world.slack.people.runCommand({ user: ben, channel: support, line: '/mentions resume' })
  await shown(2, support)

  await world.slack.people.runCommand({ user: ana, channel: support, line: '/mentions mute author Kim Lee' })
  await world.until('the mute', () => lines(support).some((text) => /muted/i.test(text)))
  world.add(3)
  await shown(3, brand)
  world.add(4, { author: { name: 'Ada Stone', avatar: '', audience: 10, url: 'news.example' } })
  await shown(4, brand, support)
  expect(world.ids(support)).toEqual(['2', '4'])
  await ask(support, 'why 3', /Kim Lee/)
  await ask(brand, 'why 3', /posted/i)
  await ask(support, 'status', /acme → #support/)
})
