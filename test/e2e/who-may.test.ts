import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertId } from '../tools/e2e/bot-world.ts'
import {
  ana,
  ben,
  brand,
  createPeopleWorld,
  crisis,
  eva,
  falcon,
  gil,
  hidden,
  type PeopleWorld,
  rival,
  secret,
  support,
} from '../tools/e2e/people-world.ts'

/** The permissions of the real process, over Socket Mode. test/permissions/ walks everything that people can do, without a process. */

const onlyOwnChannels =
  /Guests and people of other organisations may use Overheard only in channels they are in/
const onlyMembersOfWorkspace = /Only full members of this workspace may do this/

describe('the bot process', () => {
  let people: PeopleWorld
  beforeAll(async () => {
    people = await createPeopleWorld()
    await people.start()
  })
  afterAll(() => people?.close())

  it.each([
    ['a guest', gil],
    ['a person of another organisation', eva],
  ])('lets %s read and claim in their own channel, and refuses everything else', async (_who, user) => {
    expect(await people.ask(user, brand, '/mentions list')).toContain('acme')
    const ts = await people.card(brand, user === gil ? 21 : 22, alertId)
    await people.press(user, brand, ts, 'mention_claim')
    await people.world.until('the claim', () => people.textOf(brand, ts).includes('Claimed'))
    people.expectRefusal(await people.ask(user, support, '/mentions list'), onlyOwnChannels)
    people.expectRefusal(await people.ask(user, brand, '/mentions subscribe acme'), onlyMembersOfWorkspace)
    const other = await people.card(support, user === gil ? 321 : 322, rival)
    people.expectRefusal(await people.refusedPress(user, support, other, 'mention_claim'), onlyOwnChannels)
    expect(await people.home(user)).toMatch(onlyOwnChannels)
  })

  it('tells a member outside the channel of a private alert nothing about it', async () => {
    for (const line of ['list', 'open', 'status', 'digest', 'pause falcn'])
      expect(await people.ask(ana, support, `/mentions ${line}`)).not.toMatch(secret)
    expect(await people.home(ana)).not.toMatch(/falcon/i)
    const notice = people.firstNotice(crisis)
    const forged = await people.refusedPress(ana, crisis, notice, 'first_look_show_one')
    people.expectRefusal(forged, /This alert is private/)
  })

  it('answers a member of the channel of a private alert in any channel, but sends the alert to no other channel', async () => {
    const ts = await people.card(crisis, 502, falcon, { title: 'Falcon leak, again' })
    expect(await people.ask(ben, support, '/mentions test falcon')).toContain('Falcon leak')
    const form = await people.modal(ben, () => people.run(ben, crisis, '/mentions subscribe falcon'))
    const answers = { channel: { channel: brand } }
    const outcome = await people.world.slack.people.submitView({ user: ben, viewId: form.id, answers })
    expect(JSON.stringify(outcome)).toContain('may let this channel have it')
    await people.press(ben, crisis, ts, 'mention_claim')
    await people.world.until('the claim', () => people.textOf(crisis, ts).includes('Claimed'))
    expect(JSON.stringify(people.messages(brand))).not.toMatch(secret)
  })

  it('refuses a channel in the subscribe form if the bot cannot post to it', async () => {
    const form = await people.modal(ana, () => people.run(ana, support, '/mentions subscribe "acme brand"'))
    const answers = { channel: { channel: hidden } }
    const outcome = await people.world.slack.people.submitView({ user: ana, viewId: form.id, answers })
    expect(JSON.stringify(outcome)).toMatch(/"errors":{"channel":/)
  })

  it('logs no error about any of these requests', () =>
    expect(people.world.output()).not.toContain('"level":50'))
})
