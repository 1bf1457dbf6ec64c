import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pauseSchema } from '../../src/model/pause.ts'
import { openStoreOf } from '../tools/e2e/bot-store.ts'
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
  mei,
  type PeopleWorld,
  rival,
  secret,
  support,
} from '../tools/e2e/people-world.ts'

/**
 * Attacks on the permissions, from outside against the real bot process, by guests, people of other organisations, members outside and
 * inside a private alert, and admins. H, M and L numbers are those of the security findings.
 */

const visitors: [kind: string, user: string][] = [
  ['a guest', gil],
  ['a person of another organisation', eva],
]
const onlyOwnChannels =
  /Guests and people of other organisations may use Overheard only in channels they are in/
const onlyMembersOfWorkspace = /Only full members of this workspace may do this/
const isPrivate = /This alert is private/

describe('if the configuration names no admins,', () => {
  let people: PeopleWorld
  beforeAll(async () => {
    people = await createPeopleWorld()
    await people.start()
  })
  afterAll(() => people?.close())

  describe('a member outside the channels of a private alert', () => {
    it.each([
      ['/mentions test falcon'],
      ['/mentions preview falcon'],
      ['/mentions pause falcon'],
      ['/mentions pause nothing-such'],
      ['/mentions subscribe falcon'],
      ['/mentions subscribe nothing-such'],
      ['/mentions digest'],
      ['/mentions digest hush'],
      ['/mentions list'],
      ['/mentions open'],
      ['/mentions open mine'],
      ['/mentions export falcon'],
      ['/mentions export nothing-such'],
      ['/mentions-stats falcn'],
      ['/mentions-stats since'],
    ])('learns nothing about the alert from %s', async (line) => {
      expect(await people.ask(ana, support, line)).not.toMatch(secret)
    })

    it('gets the same answer for the name of the alert as for an unknown name', async () => {
      const textOf = (answer: string) => answer.split(' [{')[0]?.replaceAll('Falcon', 'Nobody')
      for (const before of ['', '"Acme brand" vs ']) {
        const known = await people.ask(ana, support, `/mentions-stats ${before}"Project Falcon" 7d`)
        const unknown = await people.ask(ana, support, `/mentions-stats ${before}"Project Nobody" 7d`)
        expect(known).toContain('No alert matches')
        expect(textOf(known)).toBe(textOf(unknown))
      }
    })

    it('does not get the name of the alert as a suggestion for wrong input, but a member of its channel does', async () => {
      const lines = ['-stats falcn', ' why leak again', ' pause falcn', ' subscribe falcn']
      for (const line of lines) expect(await people.ask(ana, support, `/mentions${line}`)).not.toMatch(secret)
      expect(await people.ask(ben, crisis, '/mentions-stats falcn')).toContain('Did you mean “Project Falcon')
    })

    it('learns nothing about the alert from an answer that lists all alerts', async () => {
      const answer = await people.ask(ana, hidden, '/mentions-stats 7d')
      expect(answer).toContain('Acme brand')
      expect(answer).not.toMatch(secret)
    })

    it('learns nothing about the alert from commands that claim to come from its channel', async () => {
      for (const line of ['list', 'open', 'export', 'status', 'why 501', 'test', 'mutes'])
        expect(await people.ask(ana, crisis, `/mentions ${line}`)).not.toMatch(secret)
    })

    it('does not see the alert on the home tab or in the subscribe form', async () => {
      const home = await people.home(ana)
      expect(home).toContain('acme')
      expect(home).not.toMatch(/falcon/i)
      expect(home).not.toContain(crisis)
      expect(home).toContain('Alerts in your channels (2)')
      expect(home).not.toContain('home_channels')
      const form = await people.modal(ana, () => people.run(ana, support, '/mentions subscribe'))
      expect(JSON.stringify(form)).toContain('Acme brand')
      expect(JSON.stringify(form)).not.toMatch(secret)
    })

    it.each([['digest_details'], ['digest_held_back'], ['digest_each_alert']])(
      'learns only that the alert is private from a forged press of the button %s of its digest',
      async (actionId) => {
        const shown = await pressForeign(people, ana, actionId, hushDigest)
        expect(shown).toMatch(isPrivate)
        expect(shown).not.toMatch(secret)
      },
    )

    it('learns only that the alert is private from forged presses of “Show me one” and “Why” on its messages', async () => {
      const notice = people.firstNotice(crisis)
      people.expectRefusal(await people.refusedPress(ana, crisis, notice, 'first_look_show_one'), isPrivate)
      const ts = await people.card(crisis, 502, falcon, { title: 'Falcon leak, again' })
      const more = people.choiceOf(crisis, ts, 'more')
      const form = await people.modal(ana, () => people.press(ana, crisis, ts, 'mention_more', more))
      await people.world.slack.people.pressInView({ user: ana, viewId: form.id, actionId: 'mention_why' })
      await people.world.until('the refusal', () => isPrivate.test(people.viewNow(ana)))
      people.expectRefusal(people.viewNow(ana), isPrivate)
    })

    it('does not see the alert’s mutes on the home tab, but a member of its channel does', async () => {
      await people.run(ben, crisis, '/mentions mute author "Falcon insider" 7d')
      await people.world.until('the mute', () => people.find(crisis, 'muted the author') !== undefined)
      await people.home(ben)
      const mutes = await people.modal(ben, () => people.chooseOnHome(ben, 'mutes:falcon'))
      expect(JSON.stringify(mutes)).toContain('Falcon insider')
      // A press that somebody copied from another person's tab.
      const tab = await people.home(ana)
      expect(tab).not.toContain('Falcon insider')
      const foreign = await people.modal(ana, () => people.chooseOnHome(ana, 'mutes:acme'))
      expect(JSON.stringify(foreign)).not.toContain('Falcon insider')
    })
  })

  describe('a member of the channel of a private alert', () => {
    it.each([
      ['/mentions test falcon', 'Falcon leak'],
      ['/mentions-stats "Project Falcon" 7d', 'Project Falcon'],
      ['/mentions-stats "Project Falcon" vs "Acme brand" 7d', 'Project Falcon vs Acme brand'],
      ['/mentions digest hush', 'Project Falcon'],
      ['/mentions preview falcon', 'mentions from the last 7 days'],
    ])('gets an answer to %s in any channel', async (line, words) => {
      expect(await people.ask(ben, support, line)).toContain(words)
    })

    it('gets the mentions of the alert in an exported file, and a person outside does not', async () => {
      await people.card(crisis, 503, falcon, { title: 'Falcon leak, exported' })
      const exported = async (user: string) => {
        const answer = await people.ask(user, crisis, '/mentions export')
        const direct = [...people.world.slack.state.channels.values()].find((one) => one.user === user)
        const [file] = people.messages(direct?.id ?? '').at(-1)?.files ?? []
        return { answer, csv: file && (await (await fetch(file.url_private)).text()) }
      }
      const inside = await exported(ben)
      expect(inside.answer).toContain('The file is in your direct messages')
      expect(inside.csv).toContain('Falcon leak, exported')
      const outside = await exported(ana)
      expect(`${outside.answer} ${outside.csv}`).not.toMatch(secret)
    })

    it('sees the alert on the home tab and in the subscribe form', async () => {
      expect(await people.home(ben)).toMatch(/falcon/)
      const form = await people.modal(ben, () => people.run(ben, support, '/mentions subscribe falcon'))
      expect(JSON.stringify(form)).toContain('Project Falcon')
    })
  })

  describe.each(visitors)('a visitor (%s)', (_kind, user) => {
    it('may read what their own channel gets', async () => {
      expect(await people.ask(user, brand, '/mentions list')).toContain('acme')
      expect(await people.ask(user, brand, '/mentions test')).toContain('Acme in the news')
      expect(await people.ask(user, brand, '/mentions-stats 7d')).toContain('Acme brand')
    })

    it.each([
      ['/mentions test rival'],
      ['/mentions preview rival'],
      ['/mentions-stats Rival'],
      ['/mentions-stats nothing-such'],
      ['/mentions digest hush'],
      ['/mentions pause nothing-such'],
      ['/mentions export rival'],
    ])('learns nothing about other channels from %s', async (line) => {
      const answer = await people.ask(user, brand, line)
      expect(answer).not.toMatch(secret)
      expect(answer).not.toMatch(/Rival wins|Rival,|There is: [^"]*rival|Alerts: [^"]*Rival/)
    })

    it.each([
      ['/mentions list'],
      ['/mentions status'],
      ['/mentions mutes'],
      ['/mentions export'],
      ['/mentions why 301'],
      ['/mentions test'],
      ['/mentions-stats 7d'],
    ])('may not run %s in a channel that they are not in', async (line) => {
      people.expectRefusal(await people.ask(user, support, line), onlyOwnChannels)
    })

    it.each([['/mentions pause acme 2h'], ['/mentions resume acme']])('may not run %s', async (line) => {
      people.expectRefusal(
        await people.ask(user, brand, line),
        /Only full members of this workspace may do this/,
      )
    })

    it('does not get a home tab', async () => {
      const home = await people.home(user)
      expect(home).toMatch(onlyOwnChannels)
      expect(home).not.toMatch(/acme|rival|falcon/i)
    })

    it('cannot post statistics', async () => {
      await people.ask(user, brand, '/mentions-stats 8d')
      const answer = people.world.slack.state.ephemerals.findLast((one) => one.user === user)
      people.expectRefusal(
        await people.refusedPress(user, brand, answer?.message.ts ?? '', 'stats_post'),
        onlyMembersOfWorkspace,
      )
      expect(people.find(brand, 'last 8 days')).toBeUndefined()
    })
  })

  describe.each(visitors)('a visitor (%s)', (_kind, user) => {
    it('may claim and finish a mention in their own channel', async () => {
      const ts = await people.card(brand, user === gil ? 21 : 22, alertId)
      await people.press(user, brand, ts, 'mention_claim')
      await people.world.until('the claim', () => people.textOf(brand, ts).includes('Claimed'))
      await people.press(user, brand, ts, 'mention_done')
      await people.world.until('done', () => people.textOf(brand, ts).includes('Done'))
    })

    it('may claim with a reaction in their own channel, and cannot in another one', async () => {
      const { react } = people.world.slack.people
      const ts = await people.card(brand, user === gil ? 25 : 26, alertId)
      await react({ user, channel: brand, ts, reaction: 'eyes' })
      await people.world.until('the claim', () => people.textOf(brand, ts).includes('Claimed'))
      await react({ user, channel: brand, ts, reaction: 'eyes', remove: true })
      await people.world.until('the release', () => !people.textOf(brand, ts).includes('Claimed'))
      const other = await people.card(support, user === gil ? 323 : 324, rival)
      await react({ user, channel: support, ts: other, reaction: 'white_check_mark' })
      // A mention that is done could not be claimed.
      await react({ user: ana, channel: support, ts: other, reaction: 'eyes' })
      await people.world.until('the claim by a member', () =>
        people.textOf(support, other).includes('Claimed by Ana Lima'),
      )
    })

    it('may link a ticket to a mention in a channel that they are in', async () => {
      const ts = await people.card(brand, user === gil ? 27 : 28, alertId)
      const more = people.choiceOf(brand, ts, 'more')
      const form = await people.modal(user, () => people.press(user, brand, ts, 'mention_more', more))
      const answers = { ticket: { ticket: 'https://tracker.example/12' } }
      await people.world.slack.people.submitView({ user, viewId: form.id, answers })
      await people.world.until('the ticket', () =>
        people.textOf(brand, ts).includes('Ticket: https://tracker'),
      )
    })

    it('cannot claim a mention of a channel that they are not in, or link a ticket to it', async () => {
      const ts = await people.card(support, user === gil ? 321 : 322, rival)
      people.expectRefusal(await people.refusedPress(user, support, ts, 'mention_claim'), onlyOwnChannels)
      const more = people.choiceOf(support, ts, 'more')
      people.expectRefusal(
        await people.refusedPress(user, support, ts, 'mention_more', more),
        onlyOwnChannels,
      )
      expect(people.textOf(support, ts)).not.toContain('Claimed')
    })

    it('cannot assign or dismiss a mention, or mute its author', async () => {
      const ts = await people.card(brand, user === gil ? 23 : 24, alertId)
      for (const choice of ['assign', 'not-relevant', 'mute:']) {
        const value = people.choiceOf(brand, ts, choice)
        people.expectRefusal(
          await people.refusedPress(user, brand, ts, 'mention_more', value),
          onlyMembersOfWorkspace,
        )
      }
      expect(people.textOf(brand, ts)).not.toContain('Not relevant')
    })

    it.each([
      ['/mentions subscribe acme'],
      ['/mentions mute author "Kim Lee" 1d'],
      ['/mentions unmute "Kim Lee"'],
    ])('may not run %s', async (line) => {
      people.expectRefusal(await people.ask(user, brand, line), onlyMembersOfWorkspace)
    })

    it('cannot undo what a member changed', async () => {
      await people.run(ana, brand, `/mentions mute site ${user.toLowerCase()}.example 7d`)
      const words = `muted the site ${user.toLowerCase()}.example`
      await people.world.until('the mute', () => people.find(brand, words) !== undefined)
      const { ts = '' } = people.find(brand, words) ?? {}
      people.expectRefusal(await people.refusedPress(user, brand, ts, 'change_undo'), onlyMembersOfWorkspace)
      expect(people.textOf(brand, ts)).not.toContain('Undone')
    })
  })

  it('the subscribe form refuses a channel that the bot cannot post to', async () => {
    const form = await people.modal(ana, () => people.run(ana, support, '/mentions subscribe "acme brand"'))
    const answers = { channel: { channel: hidden } }
    const outcome = await people.world.slack.people.submitView({ user: ana, viewId: form.id, answers })
    expect(JSON.stringify(outcome)).toMatch(/"errors":{"channel":/)
  })

  it('the requests of all these tests make the bot log no error', () =>
    expect(people.world.output()).not.toContain('"level":50'))
})

/** The value of the digest buttons: the digest, its channel, the first and the last date, and the page. */
const hushDigest = JSON.stringify(['hush', crisis, '2026-11-09', '2026-11-15', 0])

/** Presses a copy of a button from a message of the brand channel. Returns the answer that the person sees. */
async function pressForeign(
  people: PeopleWorld,
  user: string,
  actionId: string,
  value: string,
): Promise<string> {
  const { slack } = people.world
  const posted = await fetch(`${slack.apiUrl}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${slack.seed.token.bot}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      channel: brand,
      text: 'an old digest',
      blocks: [
        {
          type: 'actions',
          elements: [
            { type: 'button', text: { type: 'plain_text', text: 'Old' }, action_id: actionId, value },
          ],
        },
      ],
    }),
  })
  const { ts } = (await posted.json()) as { ts: string }
  const seen = people.seenBy(user, brand).length
  await people.press(user, brand, ts, actionId)
  const view = () => people.viewNow(user)
  await people.world.until(
    'an answer',
    () => people.seenBy(user, brand).length > seen || isPrivate.test(view()) || /Falcon/.test(view()),
  )
  return `${people.seenBy(user, brand).slice(seen).join(' ')} ${view()}`
}

describe('if the configuration names admins,', () => {
  const day = 86_400_000
  const onlyAdmins = /Only the admins of Overheard may do this/
  let people: PeopleWorld
  beforeAll(async () => {
    people = await createPeopleWorld({ admins: [mei], reactions: false })
    await people.start()
    const form = await people.modal(mei, () => people.run(mei, support, '/mentions subscribe "acme brand"'))
    await people.world.slack.people.submitView({ user: mei, viewId: form.id, answers: {} })
    await people.world.until('the subscription', () => people.find(support, 'as acme-brand') !== undefined)
    await people.world.until(
      'its first look',
      () =>
        people
          .messages(support)
          .filter(({ blocks }) => JSON.stringify(blocks).includes('first_look_show_one')).length > 1,
    )
  })
  afterAll(() => people?.close())

  const change = (words: string) => people.find(support, words)?.ts ?? ''
  const waitFor = (words: string, count = 1) =>
    people.world.until(
      words,
      () => people.messages(support).filter(({ text }) => text.includes(words)).length >= count,
    )

  it('an admin may read a private alert of a channel that they are not in', async () => {
    expect(await people.ask(mei, support, '/mentions test falcon')).toContain('Falcon leak')
    expect(await people.home(mei)).not.toMatch(/falcon/)
    await people.world.slack.people.pressInView({ user: mei, actionId: 'home_channels' })
    await people.world.until('the alerts of all channels', () => /falcon/.test(people.homeNow(mei)))
  })

  it.each([
    ['/mentions pause acme-brand'],
    ['/mentions pause rival 2h'],
    ['/mentions resume rival'],
    ['/mentions unsubscribe acme-brand'],
    ['/mentions edit acme-brand'],
    ['/mentions resume acme-brand'],
    ['/mentions subscribe acme'],
  ])('a member who is not an admin may not run %s', async (line) => {
    people.expectRefusal(await people.ask(ana, support, line), onlyAdmins)
  })

  it.each([['7d'], ['forever']])('a member who is not an admin may not create a mute of %s', async (term) => {
    const answer = await people.ask(ana, support, `/mentions mute author "Kim Lee" ${term}`)
    people.expectRefusal(answer, /Only the admins of Overheard may mute for longer than a day/)
  })

  it('a member who is not an admin may mute for a day and end that mute', async () => {
    await people.run(ana, support, '/mentions mute author "Brief Name" 1d')
    await waitFor('muted the author Brief Name for 1 day')
    await people.run(ana, support, '/mentions unmute "Brief Name"')
    await waitFor('unmuted the author Brief Name')
  })

  it('a member who is not an admin cannot end the long mute of an admin', async () => {
    await people.run(mei, support, '/mentions mute author "Long Name" forever')
    await waitFor('muted the author Long Name until unmuted')
    const refusal = /Only the admins of Overheard may mute for longer than a day, or end such a mute/
    people.expectRefusal(await people.ask(ana, support, '/mentions unmute "Long Name"'), refusal)
    const undo = change('muted the author Long Name')
    people.expectRefusal(await people.refusedPress(ana, support, undo, 'change_undo'), refusal)
  })

  it('a member who is not an admin may claim, finish and dismiss mentions', async () => {
    const ts = await people.card(brand, 31, alertId)
    // The key `reactions` is false here. A mention that is done could not be claimed.
    await people.world.slack.people.react({ user: ana, channel: brand, ts, reaction: 'white_check_mark' })
    await people.press(ana, brand, ts, 'mention_claim')
    await people.world.until('the claim', () => people.textOf(brand, ts).includes('Claimed'))
    const other = await people.card(brand, 32, alertId)
    await people.press(ana, brand, other, 'mention_more', people.choiceOf(brand, other, 'not-relevant'))
    await people.world.until('the dismissal', () => people.textOf(brand, other).includes('Not relevant'))
  })

  it('the buttons of the home tab refuse a member who is not an admin', async () => {
    for (const choice of ['pause:acme-brand', 'edit:acme-brand', undefined]) {
      await people.home(ana)
      if (choice !== undefined) await people.chooseOnHome(ana, choice)
      else await people.world.slack.people.pressInView({ user: ana, actionId: 'subscription_new' })
      await people.world.until('the refusal', () => onlyAdmins.test(people.homeNow(ana)))
    }
    expect(people.find(support, 'paused acme-brand')).toBeUndefined()
  })

  it('only an admin may answer a catch-up question and undo a pause', async () => {
    await people.run(mei, support, '/mentions pause acme-brand')
    await waitFor('paused acme-brand')
    people.expectRefusal(
      await people.refusedPress(ana, support, change('paused acme-brand'), 'change_undo'),
      onlyAdmins,
    )
    await movePauseBack()
    await people.run(mei, support, '/mentions resume acme-brand')
    await waitFor(' is active again after a pause ')
    const question = change(' is active again after a pause ')
    for (const actionId of ['catch_up', 'start_from_now'])
      people.expectRefusal(await people.refusedPress(ana, support, question, actionId), onlyAdmins)
    await people.press(mei, support, question, 'catch_up')
    await waitFor('resumed acme-brand')
  })

  it('the undo of an old pause asks the catch-up question instead of posting', async () => {
    await people.run(mei, support, '/mentions pause acme-brand')
    await waitFor('paused acme-brand', 2)
    const pause = change('paused acme-brand')
    await movePauseBack()
    people.world.add(41)
    const before = people
      .messages(support)
      .filter(({ text }) => text.includes(' is active again after a pause ')).length
    await people.press(mei, support, pause, 'change_undo')
    await waitFor(' is active again after a pause ', before + 1)
    expect(people.world.ids(support)).not.toContain('41')
    await people.press(mei, support, change(' is active again after a pause '), 'start_from_now')
    await waitFor('the mentions of the pause are skipped')
    expect(people.world.ids(support)).not.toContain('41')
  })

  it('the requests of all these tests make the bot log no error', () =>
    expect(people.world.output()).not.toContain('"level":50'))

  /** Stops the bot, moves the pause back by more than a day, and starts it again. */
  async function movePauseBack(): Promise<void> {
    const { world } = people
    await world.end('SIGTERM')
    const store = await openStoreOf(world)
    await store
      .collection('pauses', pauseSchema)
      .change('acme-brand', (pause) => pause && { ...pause, at: pause.at - day - 60_000 })
    await store.close()
    await people.start()
  }
})

it('the button “Show me one” of an old message shows no card of a subscription that posts to another channel now', async () => {
  const people = await createPeopleWorld({ private: undefined, digests: [] })
  try {
    await people.start()
    const notice = people.firstNotice(brand)
    expect(await people.refusedPress(ana, brand, notice, 'first_look_show_one')).toContain('Acme in the news')
    await people.world.end('SIGTERM')
    await people.moveSubscription('acme', crisis)
    await people.start()
    people.world.add(61, { title: 'Acme confidential' })
    await people.world.until('the card', () => people.world.ids(crisis).includes('61'))
    expect(await people.refusedPress(ana, brand, notice, 'first_look_show_one')).toMatch(
      /posts to another channel now/,
    )
  } finally {
    await people.close()
  }
})
