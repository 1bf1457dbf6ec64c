import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channel, type World } from '../../tools/e2e/bot-world.ts'
import { ana, ben, legal, mei, peopleOf, startForPeople } from '../../tools/e2e/from-slack.ts'

/** What people do in Slack with cards, subscriptions and commands. http-mode.test.ts sends each kind of request over HTTP. */

const support = 'C0000SUPPRT'

describe('in Slack,', () => {
  let world: World
  let people: ReturnType<typeof peopleOf>
  beforeAll(async () => {
    world = await startForPeople()
    people = peopleOf(world)
  })
  afterAll(() => world?.close())

  describe('a card', () => {
    it('is claimed by one person if two press at the same time, and can then be marked as done', async () => {
      const ts = await people.cardOf(101, { sentiment: 'negative' })
      await Promise.all([people.press(ts, 'mention_claim', ana), people.press(ts, 'mention_claim', ben)])
      await world.until('a claim', () =>
        /Claimed by (Ana Lima|Ben Okafor)/.test(people.message(ts)?.text ?? ''),
      )
      await world.until('its button', () =>
        JSON.stringify(people.message(ts)?.blocks).includes('mention_done'),
      )
      await people.press(ts, 'mention_done', ben)
      await world.until('done', () => (people.message(ts)?.text ?? '').includes('✓ Done by Ben Okafor'))
      expect(people.message(ts)?.metadata?.event_payload).toMatchObject({ ids: '101' })
    })

    it('can be released and reopened, so that a press by mistake is not final', async () => {
      const ts = await people.cardOf(109)
      const text = () => people.message(ts)?.text ?? ''
      await people.press(ts, 'mention_claim', ana)
      await world.until('a claim', () => text().includes('Claimed by Ana Lima'))
      await people.press(ts, 'mention_release', ben)
      await world.until('the release', () => !text().includes('Claimed'))
      await people.press(ts, 'mention_claim', ben)
      await world.until('the next claim', () => text().includes('Claimed by Ben Okafor'))
      await people.press(ts, 'mention_done', ben)
      await world.until('done', () => text().includes('✓ Done by Ben Okafor'))
      await people.press(ts, 'mention_reopen', ana)
      await world.until('it is open', () => !text().includes('Done'))
      expect(people.message(ts)?.metadata?.event_payload).toMatchObject({ ids: '109' })
    })

    it('shows only its title and who marked it as not relevant, until somebody undoes it', async () => {
      const ts = await people.cardOf(102)
      const full = (people.message(ts)?.blocks ?? []).length
      await people.press(ts, 'mention_more', mei, people.choiceOf(ts, 'not-relevant'))
      await world.until(
        'the change',
        () => people.message(ts)?.text.includes('Not relevant, marked by mei') === true,
      )
      await people.press(ts, 'mention_restore', ana)
      await world.until('the card', () => !people.message(ts)?.text.includes('Not relevant'))
      expect(people.message(ts)?.blocks).toHaveLength(full)
    })
  })

  describe('a card of a subscription with a list of actions', () => {
    const cardHere = () =>
      people.messages(legal).find(({ metadata }) => Boolean(metadata?.event_payload?.ids))
    const elements = () => {
      const row: unknown = cardHere()?.blocks?.find(({ type }) => type === 'actions')?.elements
      return Array.isArray(row) ? row : []
    }

    it('has only these buttons', async () => {
      await world.until('the card', () => elements().length > 0)
      expect(elements().map(({ text }) => text?.text)).toEqual(['Done', 'Why was this posted?'])
      const { ts = '' } = cardHere() ?? {}
      await world.slack.people.press({ user: ana, channel: legal, ts, actionId: 'mention_more' })
      await world.until('the reason', () =>
        people
          .seenBy(ana, legal)
          .some((text) => text.includes('no filter or mute of this channel stopped it')),
      )
      await world.slack.people.press({ user: ana, channel: legal, ts, actionId: 'mention_done' })
      await world.until('done', () => cardHere()?.text.includes('✓ Done by Ana Lima') === true)
      expect(elements().map(({ text }) => text?.text)).toEqual(['Reopen', 'Why was this posted?'])
      await world.slack.people.press({ user: ana, channel: legal, ts, actionId: 'mention_reopen' })
      await world.until('it is open', () => cardHere()?.text.includes('Done') === false)
    })
  })

  describe('an entry of a burst', () => {
    it('can be claimed without a change to the other entries', async () => {
      for (let id = 201; id <= 212; id++) world.add(id)
      await world.until('the burst', () => world.ids().includes('212'))
      const part = world.posted().find(({ thread, ids }) => thread !== undefined && ids.length > 3)
      const ts = part?.ts ?? ''
      const untouched = (people.message(ts)?.text ?? '').split('\n')
      await people.press(ts, 'burst_act', ana)
      const view = await people.openView(ana)
      // The three widest mentions are in the burst's first message, and the numbers of the thread go on after them.
      expect(JSON.stringify(view.blocks)).toContain('"4. Acme in the news')
      const [, second = ''] = part?.ids ?? []
      const answers = { entries: { entries: [second] }, action: { action: 'claim' } }
      await world.slack.people.submitView({ user: ana, viewId: view.id, answers })
      await world.until('the claim', () => (people.message(ts)?.text ?? '').includes('Claimed by Ana Lima'))
      const lines = (people.message(ts)?.text ?? '').split('\n')
      expect(lines.filter((line, index) => line !== untouched[index])).toHaveLength(1)
      // The first line is the heading.
      expect(lines[2]).toBe(`${untouched[2]} · Claimed by Ana Lima`)
      const parent = part?.thread ?? ''
      await people.press(parent, 'burst_act', ben)
      const shown = await people.openView(ben)
      const [first = ''] = world.posted().find(({ ts }) => ts === parent)?.ids ?? []
      const done = { entries: { entries: [first] }, action: { action: 'done' } }
      await world.slack.people.submitView({ user: ben, viewId: shown.id, answers: done })
      await world.until('the loudest done', () =>
        /^.* · ✓ Done by Ben Okafor$/m.test(people.message(parent)?.text ?? ''),
      )
    })
  })

  describe('a subscription', () => {
    it('is created, paused, resumed and ended from Slack, and starts afresh when it is created again', async () => {
      const first = await people.modal('subscribe "acme brand"', ana, support)
      const missing = await world.slack.people.submitView({
        user: ana,
        viewId: first.id,
        answers: { reach: { reach: 'much' } },
      })
      expect(missing).toMatchObject({ kind: 'incomplete', errors: { reach: 'Enter a number.' } })
      await world.slack.people.submitView({ user: ana, viewId: first.id, answers: {} })
      await world.until(
        'the line',
        () => people.told('subscribed this channel to Acme brand as acme-brand', support) !== undefined,
      )
      await world.until('the initial sync', () => people.told('Watching Acme brand', support) !== undefined)
      expect(await people.ask('list', ana, support)).toContain('acme-brand: Acme brand. Up to date')
      await people.confirmed('pause', ana, support)
      await world.until('the pause', () => people.told('paused posts of acme-brand', support) !== undefined)
      expect(await people.ask('list', ana, support)).toContain('Paused by Ana Lima since')
      const pause = people.told('paused posts of acme-brand', support)?.ts ?? ''
      await world.slack.people.press({ user: ben, channel: support, ts: pause, actionId: 'change_undo' })
      await world.until(
        'the undoing',
        () =>
          people
            .message(pause, support)
            ?.text.startsWith('acme-brand is no longer paused. Ben Okafor undid') === true,
      )
      expect(await people.ask('list', ana, support)).not.toContain('Paused by')
      await people.confirmed('pause', ana, support)
      await world.until('the second pause', () =>
        people.messages(support).some(({ text }) => text.startsWith('Ana Lima paused posts of acme-brand')),
      )
      await world.slack.people.runCommand({ user: ana, channel: support, line: '/mentions resume acme' })
      await world.until(
        'the end of the pause',
        () => people.told('resumed acme-brand', support) !== undefined,
      )
      await world.slack.people.runCommand({ user: ana, channel: support, line: '/mentions unsubscribe' })
      await world.until(
        'the closing line',
        () => people.told('unsubscribed acme-brand', support) !== undefined,
      )
      const again = await people.modal('subscribe acme', ana, support)
      await world.slack.people.submitView({ user: ana, viewId: again.id, answers: {} })
      await world.until(
        'the new start',
        () => people.told('as acme-brand-2. It starts afresh', support) !== undefined,
      )
    })

    it('is previewed in its form with a real card, and its rarer settings open in a second step', async () => {
      const { id: viewId } = await people.modal('subscribe "acme brand"', ana, support)
      const blocks = () => world.slack.state.views.find(({ view }) => view.id === viewId)?.view.blocks ?? []
      const has = (name: string) => blocks().some(({ block_id }) => block_id === name)
      const answers = { source: { source: ['web'] }, reach: { reach: '12' } }
      expect([has('source'), has('country'), has('quiet_from')]).toEqual([true, false, false])
      const inView = (actionId: string) =>
        world.slack.people.pressInView({ user: ana, viewId, actionId, answers })
      await inView('subscribe_more')
      await world.until('the second step', () => has('country') && has('quiet_from'))
      expect(JSON.stringify(blocks())).toContain('Your time zone: ')
      await inView('subscribe_preview')
      await world.until('the preview', () => JSON.stringify(blocks()).includes('would have been posted'))
      expect(JSON.stringify(blocks())).toContain('Acme in the news')
      expect(has('country')).toBe(true)
      await world.slack.people.closeView({ user: ana, viewId })
    })

    it('cannot be edited or ended from Slack if it is in the configuration file, and the bot says so', async () => {
      expect(await people.ask('edit acme')).toContain('managed in the config file')
      expect(await people.ask('unsubscribe acme')).toContain('managed in the config file')
    })
  })

  describe('a subscription of the configuration file', () => {
    const list = () => people.ask('list')

    it('is paused for a time by a command, and /mentions list, status and why say so until somebody resumes it', async () => {
      await world.slack.people.runCommand({ user: ana, channel, line: '/mentions pause acme for 2 hours' })
      await world.until('the pause', () => people.told('Ana Lima paused posts of acme until ') !== undefined)
      expect(people.told('Ana Lima paused posts of acme until ')?.text).toContain(
        ' UTC; mentions found meanwhile are posted then.',
      )
      expect(await list()).toContain('Paused by Ana Lima until ')
      expect(await people.ask('status')).toContain('Paused by Ana Lima until ')
      world.add(70)
      expect(await people.ask('why 70')).toMatch(
        /it will be posted later, because its subscription is paused until /,
      )
      expect(world.ids()).not.toContain('70')
      expect(await people.ask('pause acme 2x')).toContain("“2x” isn't a time that Overheard understands")
      await world.slack.people.runCommand({ user: ben, channel, line: '/mentions resume acme' })
      await world.until('the end', () => people.told('Ben Okafor resumed acme') !== undefined)
      await world.until('the waiting mention', () => world.ids().includes('70'))
      expect(await list()).not.toContain('Paused by')
    })

    it('is paused by the button of /mentions list, which asks how long, and by the button of a suggested command', async () => {
      await list()
      const last = () => world.slack.state.ephemerals.findLast(({ user }) => user === ana)?.message.ts ?? ''
      await people.press(last(), 'list_pause', ana)
      const { id: viewId } = await people.openView(ana)
      await world.slack.people.submitView({
        user: ana,
        viewId,
        answers: { until: { until: 'until tomorrow' } },
      })
      await world.until(
        'the pause',
        () =>
          people.messages().filter(({ text }) => text.includes('paused posts of acme until ')).length === 2,
      )
      await list()
      const before = people.messages().length
      await people.press(last(), 'list_resume', ana)
      await world.until('the end', () =>
        people
          .messages()
          .slice(before)
          .some(({ text }) => text.includes('resumed acme')),
      )
      await people.ask('pause acme until tomorow')
      await people.press(last(), 'run_line0', ana)
      await world.until(
        'the third pause',
        () =>
          people.messages().filter(({ text }) => text.includes('paused posts of acme until ')).length === 3,
      )
      const pause =
        people.messages().findLast(({ text }) => text.includes('paused posts of acme until '))?.ts ?? ''
      await world.slack.people.press({ user: ben, channel, ts: pause, actionId: 'change_undo' })
      await world.until(
        'the undoing',
        () => people.message(pause)?.text.startsWith('acme is no longer paused. Ben Okafor undid') === true,
      )
      expect(await list()).not.toContain('Paused by')
    })
  })

  describe('/mentions', () => {
    it.each([
      ['help', /See what nobody has answered yet: .mentions open/],
      ['frobnicate', /There is no command \/mentions frobnicate/],
      ['status', /(Up to date|On time)[\s\S]*(Last checked|Checks every)/],
      ['preview', /\d+ of \d+ mentions from the last 7 days would have been posted/],
      ['test', /Acme in the news/],
      ['digest', /Acme brand[\s\S]*All that is still open here: /],
      ['why 99999', /has not found this mention/],
      ['unmute nobody', /“nobody” isn't muted/],
      ['preview nothing-such', /No subscription matches “nothing-such”. There is: acme/],
    ])('gives the expected kind of answer to the line “/mentions %s”', async (line, answer) =>
      expect(await people.ask(line, ben)).toMatch(answer),
    )

    it('answers wrong input with buttons that run the closest suggestion', async () => {
      const pressGuess = async (line: string, actionId: string) => {
        await people.ask(line, ben)
        const { ts = '' } = world.slack.state.ephemerals.findLast(({ user }) => user === ben)?.message ?? {}
        const before = people.seenBy(ben).length
        await people.press(ts, actionId, ben)
        await world.until('the answer to the guess', () => people.seenBy(ben).length > before)
        return people.seenBy(ben).at(-1)
      }
      expect(await pressGuess('stauts', 'run_line0')).toMatch(/Up to date|On time/)
      expect(await pressGuess('preview amce', 'run_line0')).toContain('would have been posted')
      expect(await pressGuess('why acme in the news', 'run_line0')).toContain(
        'Your alert “Acme brand” matched ',
      )
    })

    it('is not needed to see a sample card: the button “Show me one” of the first message shows one to whoever presses it', async () => {
      const line = people.told('Watching Acme brand')
      const before = people.seenBy(ben).length
      await people.press(line?.ts ?? '', 'first_look_show_one', ben)
      await world.until('a sample', () => people.seenBy(ben).length > before)
      expect(people.seenBy(ben).at(-1)).toContain('Acme in the news')
    })
  })

  describe('the home tab', () => {
    const homeOf = (user: string) => JSON.stringify(world.slack.state.homes.get(user)?.blocks ?? [])
    /** Chooses from the menu of an alert. */
    const chooseFor = (name: string, choice: string) => {
      const value = `${choice}:${name}`
      const row = world.slack.state.homes.get(ana)?.blocks.find((one) => JSON.stringify(one).includes(value))
      const blockId = String(row?.block_id)
      return world.slack.people.pressInView({ user: ana, actionId: 'alert_menu', blockId, choice: value })
    }

    it('lets a person pause, resume and edit an alert, and end a mute of its channel', async () => {
      await world.slack.people.runCommand({
        user: ana,
        channel: support,
        line: '/mentions mute site spam.example 7d',
      })
      await world.until(
        'the mute',
        () => people.told('muted the site spam.example for 7 days', support) !== undefined,
      )
      await world.slack.people.openHome(ana)
      await world.until('the home tab', () => homeOf(ana).includes('acme-brand-2'))
      expect(homeOf(ana)).toContain('managed in the config file')
      expect(homeOf(ana)).toContain(`<#${support}>`)
      await chooseFor('acme-brand-2', 'pause')
      const { id: viewId } = await people.openView(ana)
      await world.slack.people.submitView({ user: ana, viewId, answers: { until: { until: '4h' } } })
      await world.until('the pause', () => homeOf(ana).includes('Paused by Ana Lima until'))
      await chooseFor('acme-brand-2', 'resume')
      await world.until('the end of the pause', () => !homeOf(ana).includes('Paused by'))
      await chooseFor('acme-brand-2', 'mutes')
      const mutes = await people.openView(ana)
      expect(JSON.stringify(mutes.blocks)).toContain('spam.example (site)')
      await world.slack.people.pressInView({
        ...{ user: ana, viewId: mutes.id, actionId: 'home_mute_end', answers: {} },
      })
      const left = () => JSON.stringify(world.slack.state.views.find(({ view }) => view.id === mutes.id))
      await world.until('the end of the mute', () => left().includes('Nothing is muted'))
      await world.until('its line', () => people.told('unmuted the site spam.example', support) !== undefined)
      await chooseFor('acme-brand-2', 'edit')
      await world.until('the form', () =>
        world.slack.state.views.some((one) => one.user === ana && one.view.callback_id === 'subscribe'),
      )
      const view = await people.openView(ana)
      const press = { user: ana, viewId: view.id, actionId: 'subscribe_more', answers: {} }
      await world.slack.people.pressInView(press)
      const shown = () => world.slack.state.views.find((one) => one.view.id === view.id)?.view.blocks
      await world.until('the second step', () => JSON.stringify(shown()).includes('quiet_from'))
      const answers = {
        reach: { reach: '1000' },
        quiet_from: { quiet_from: '22:00' },
        quiet_to: { quiet_to: '22:00' },
      }
      await world.slack.people.submitView({ user: ana, viewId: view.id, answers })
      await world.until('the change', () => people.told('changed acme-brand-2', support) !== undefined)
      await world.until('the quiet hours', () => homeOf(ana).includes('Quiet until'))
    })

    it('opens the full help with a button, and so does the short help in a channel', async () => {
      const readAndClose = async (user: string) => {
        const view = await people.openView(user)
        expect(JSON.stringify(view)).toContain('On a card')
        world.slack.people.closeView({ user, viewId: view.id })
      }
      await world.slack.people.pressInView({ user: ana, actionId: 'help_more' })
      await readAndClose(ana)
      await people.ask('help', ben)
      const { ts = '' } = world.slack.state.ephemerals.findLast(({ user }) => user === ben)?.message ?? {}
      await people.press(ts, 'help_more', ben)
      await readAndClose(ben)
    })
  })

  it('the requests of all these tests make the bot log no error', () =>
    expect(world.output()).not.toContain('"level":50'))
})
