import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inHttpMode } from '../../../tools/e2e/http-mode.ts'
import { ana, ben, brand, crisis, falcon, gil, startPersonalWorld } from './personal-world.ts'

type Started = Awaited<ReturnType<typeof startPersonalWorld>>

describe.each(['Socket Mode', 'HTTP mode'])('a subscription of a person, in %s', (mode) => {
  let made: Started
  beforeAll(async () => {
    made = await startPersonalWorld(mode === 'HTTP mode' ? await inHttpMode() : {})
  })
  afterAll(() => made?.world.close())

  it('is made with the form of /mentions subscribe in the messages of the app, which asks for no channel and offers only alerts that the person may read', async () => {
    const { form, submit, told, world } = made
    const view = await form(ana)
    const blocks = JSON.stringify(view.blocks)
    expect(blocks).toContain('Overheard posts to you, here in your direct messages.')
    expect(blocks).not.toContain('conversations_select')
    expect(blocks).not.toContain('Falcon')
    await submit(ana, view.id)
    await world.until('the line', () => told(ana, 'Ana Lima subscribed to Acme brand as acme-brand.'))
    await world.until('the first look', () => told(ana, 'Watching Acme brand'))
    world.add(11)
    await world.until('the mention of both', () => [made.ids(ana), world.ids(brand)].flat().length === 2)
  })

  it('two people can have the same alert, and nobody sees what others get', async () => {
    const { subscribe, ask, world, ids, people } = made
    await subscribe(ben)
    world.add(12)
    await world.until('the mention', () => [ana, ben].every((user) => ids(user).includes('12')))
    expect(ids(ben)).toEqual(['12'])
    expect(await ask(ana, '/mentions list')).toMatch(/1 subscription for you.*acme-brand: Acme brand/s)
    expect(await ask(ben, '/mentions list')).toContain('acme-brand-2: Acme brand')
    expect(await people.ask(ben, brand, '/mentions list')).not.toContain('acme-brand')
    expect(await people.home(ana)).toContain('Direct messages to you')
    expect(await people.home(ben)).not.toContain('(acme-brand)')
    expect(await ask(ana, '/mentions list')).toContain('acme-brand: Acme brand')
  })

  it('a card in the direct messages can be claimed, muted and explained, and is exported, as in a channel', async () => {
    const { people, direct, ask, world } = made
    const place = direct(ana)
    const ts = world.posted(place).find(({ ids }) => ids.includes('12'))?.ts ?? ''
    await people.press(ana, place, ts, 'mention_claim')
    await world.until('the claim', () => people.textOf(place, ts).includes('Claimed by Ana Lima'))
    expect(await ask(ana, '/mentions open')).toContain('news.example/11')
    expect(await ask(ana, '/mentions why 12')).toContain('Posted')
    expect(await ask(ana, '/mentions status')).toContain('acme-brand: Acme brand')
    expect(await ask(ana, '/mentions test')).toContain('Example of a post')
    await people.run(ana, place, '/mentions mute author "Kim Lee"')
    await world.until('the mute', () => made.told(ana, 'Ana Lima muted the author Kim Lee'))
    world.add(13)
    await world.until('the mention of the others', () => made.ids(ben).includes('13'))
    await expect.poll(() => ask(ana, '/mentions why 13')).toContain('Kim Lee')
    expect(made.ids(ana)).not.toContain('13')
    await people.run(ana, place, '/mentions unmute Kim Lee')
    await world.until('the end of the mute', () => made.told(ana, 'Ana Lima unmuted the author Kim Lee'))
    expect(await ask(ana, '/mentions export')).toMatch(/2 mentions/)
    expect(await ask(ana, '/mentions changes')).toContain('muted the author Kim Lee')
  })

  it('is paused, resumed, edited, ended and taken back in the direct messages, also if only admins may do that in channels', async () => {
    const { people, direct, ask, world, told, ids, submit, form } = made
    const place = direct(ana)
    await people.run(ana, place, '/mentions pause')
    await world.until('the pause', () => told(ana, 'Ana Lima paused posts of acme-brand'))
    await people.run(ana, place, '/mentions resume')
    await world.until('the end of the pause', () => told(ana, 'Ana Lima resumed acme-brand'))
    const edit = await form(ana, '/mentions edit')
    await world.slack.people.submitView({
      ...{ user: ana, viewId: edit.id, answers: { reach: { reach: '10' } } },
    })
    await world.until('the change', () => told(ana, 'Ana Lima changed acme-brand: minimum reach'))
    world.add(14)
    await world.until('a mention after the change', () => ids(ana).includes('14'))
    await people.run(ana, place, '/mentions unsubscribe')
    await world.until('the end', () => told(ana, 'Ana Lima unsubscribed acme-brand'))
    world.add(15)
    await world.until('the mention of the others', () => ids(ben).includes('15'))
    expect(ids(ana)).not.toContain('15')
    expect(await ask(ana, '/mentions list')).toContain('No alerts are posted here yet.')
    const ended = people.find(place, 'Ana Lima unsubscribed acme-brand')?.ts ?? ''
    await people.press(ana, place, ended, 'change_undo')
    await world.until('the mention that waited', () => ids(ana).includes('15'))
    // Nobody needs the second form.
    const again = await form(ana)
    await submit(ana, again.id)
    await world.until('a second subscription', () => told(ana, 'as acme-brand-3'))
  })

  it('a guest cannot subscribe, a member cannot subscribe to a private alert, and a member of its channel can', async () => {
    const { ask, subscribe, world, ids, people } = made
    expect(await ask(gil, '/mentions subscribe')).toContain(
      'Only full members of this workspace may do this.',
    )
    expect(await ask(ana, '/mentions subscribe project falcon')).toMatch(/no alert|There is no/i)
    await subscribe(ben, 'Project Falcon')
    world.add(501, { title: 'Falcon leak' }, undefined, falcon)
    await world.until('the mention', () => ids(ben).includes('501') && world.ids(crisis).includes('501'))
    expect(people.find(crisis, 'shares the private alert')).toBeUndefined()
  })

  it('the log has no error', () => expect(made.world.output()).not.toMatch(/"level":(?:50|60)/))
})

describe('a subscription of a person ends', () => {
  let made: Started | undefined
  afterEach(() => made?.world.close())

  it('when the person leaves the workspace: nothing more is posted, and the log and the doctor say why', async () => {
    made = await startPersonalWorld()
    const { world, subscribe, ids, direct } = made
    await subscribe(ana)
    await subscribe(ben)
    world.add(11)
    await world.until('the mention', () => [ana, ben].every((user) => ids(user).includes('11')))
    await world.slack.control.changePerson(ana, 'deactivate')
    const posted = world.slack.control.messages(direct(ana)).length
    world.add(12)
    await world.until('the mention of the other', () => ids(ben).includes('12'))
    await world.until('the end', () => world.output().includes('who has left the workspace'))
    world.add(13)
    await world.until('the next mention of the other', () => ids(ben).includes('13'))
    world.start({ program: [world.runs, 'doctor'] })
    const end = /The subscription acme-brand of U0000000ANA ended on .*: the person has left the workspace/
    await world.until('the doctor', () => end.test(world.output()))
    expect(world.slack.control.messages(direct(ana))).toHaveLength(posted)
  })

  it('when the person leaves, also if Slack sends no event, because the Slack app is older', async () => {
    const events = ['app_home_opened', 'message_metadata_posted']
    made = await startPersonalWorld({ slack: { subscribedEvents: events } })
    const { world, subscribe, ids } = made
    await subscribe(ana)
    await subscribe(ben)
    await world.slack.control.changePerson(ana, 'deactivate')
    // Slack was asked about the person less than a minute ago, so a restart makes the bot ask again.
    await world.end('SIGTERM')
    world.add(12)
    world.start()
    await world.until('the mention of the other', () => ids(ben).includes('12'))
    await world.until('the end', () => world.output().includes('who has left the workspace'))
    expect(ids(ana)).toEqual([])
  })

  it('when the person may not see the alert any more: they get one sentence, and nothing more', async () => {
    made = await startPersonalWorld()
    const { world, subscribe, ids, told, ask, direct } = made
    await subscribe(ben, 'Project Falcon')
    world.add(501, { title: 'Falcon leak' }, undefined, falcon)
    await world.until('the mention', () => ids(ben).includes('501'))
    const channel = world.slack.state.channels.get(crisis)
    if (channel === undefined) throw new Error('no channel')
    world.slack.state.channels.set(crisis, { ...channel, members: [] })
    await world.slack.control.changePerson(ben, 'guest')
    await world.until('the sentence', () => told(ben, 'project-falcon has ended, because you may not see'))
    world.add(502, { title: 'Falcon leak' }, undefined, falcon)
    await world.until('the mention of the channel', () => world.ids(crisis).includes('502'))
    expect(ids(ben)).toEqual(['501'])
    const sentences = world.slack.control
      .messages(direct(ben))
      .filter(({ text }) => text.includes('has ended'))
    expect(sentences).toHaveLength(1)
    expect(await ask(ben, '/mentions subscribe')).toContain('Only full members')
  })
})

it('with a Slack app that lacks im:history, nobody can subscribe themselves, and the answer names the permission', async () => {
  const made = await startPersonalWorld()
  try {
    const { world, ask } = made
    const scopes = world.slack.state.scopes.bot.filter((one) => one !== 'im:history')
    world.slack.control.setScopes('bot', scopes)
    expect(await ask(ana, '/mentions subscribe acme')).toContain('lacks the permission im:history')
    world.slack.control.setScopes(
      'bot',
      scopes.filter((one) => one !== 'im:write'),
    )
    expect(await made.people.ask(ben, made.direct(ben), '/mentions subscribe acme')).toContain(
      'lacks the permission im:write',
    )
    world.add(11)
    await world.until('the mention of the channel', () => world.ids(brand).includes('11'))
  } finally {
    await made.world.close()
  }
})
