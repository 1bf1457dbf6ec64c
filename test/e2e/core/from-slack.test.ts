import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channel, createWorld, type World } from '../../tools/e2e/bot-world.ts'

/** Everything people do in Slack, with one bot process. http-mode.test.ts sends each kind of request over HTTP. */

const [ana, ben] = ['U0000000ANA', 'U0000000BEN'] as const
/** A user without a display name. */
const mei = 'U0000000MEI'
const support = 'C0000SUPPRT'
const legal = 'C000GENERAL'
const everySecond = '* * * * * *'

describe('in Slack,', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({
      // On a busy machine the bot may need more than three seconds.
      slack: { ackMs: 60_000 },
      configuration: {
        subscriptions: [
          { name: 'acme', alert: 'Acme brand', channel, schedule: everySecond, followUp: '1s' },
          // It posts one card when the bot starts.
          {
            ...{ name: 'legal', alert: 'Acme brand', channel: legal, schedule: '0 0 1 1 *', backfill: 1 },
            ...{
              actions: ['done', 'links'],
              links: [{ label: 'Legal case', url: 'https://cases.example/?t={title}' }],
            },
          },
        ],
        digests: [{ name: 'weekly', channel, alerts: ['Acme brand'] }],
        links: [{ label: 'Create issue', url: 'https://tracker.example/new?title={title}&about={url}' }],
      },
    })
    for (let id = 1; id <= 10; id++) world.add(id)
    world.start()
    await world.until(
      'a connection and the first look',
      () => world.posted().length > 0 && world.slack.control.sockets() > 0,
    )
  })
  afterAll(() => world?.close())

  const messages = (where = channel) => world.slack.control.messages(where)
  const message = (ts: string, where = channel) => messages(where).find((one) => one.ts === ts)
  const seenBy = (user: string, where = channel) =>
    world.slack.state.ephemerals
      .filter((one) => one.channel === where && one.user === user)
      .map(({ message: { text } }) => text)

  /** Runs a command and waits for its ephemeral answer. */
  async function ask(line: string, user: string = ana, where = channel): Promise<string> {
    const before = seenBy(user, where).length
    const ack = await world.slack.people.runCommand({ user, channel: where, line: `/mentions ${line}` })
    expect(ack.kind).toBe('acknowledged')
    await world.until(`an answer to ${line}`, () => seenBy(user, where).length > before)
    return seenBy(user, where).at(-1) ?? ''
  }

  /** Runs a command that opens a modal; returns it. */
  async function modal(line: string, user: string = ana, where = channel) {
    await world.slack.people.runCommand({ user, channel: where, line: `/mentions ${line}` })
    return openView(user)
  }

  async function openView(user: string) {
    const views = () => world.slack.state.views.filter((one) => one.user === user)
    await world.until('a modal', () => views().length > 0)
    const view = views().at(-1)?.view
    if (view === undefined) throw new Error('no modal')
    return view
  }

  /** Adds a mention and waits for its card; returns the `ts` of the card. */
  async function cardOf(id: number, fields: Parameters<World['add']>[1] = {}): Promise<string> {
    world.add(id, fields)
    await world.until(`the card of ${id}`, () => world.ids().includes(String(id)))
    return world.posted().find(({ ids }) => ids.includes(String(id)))?.ts ?? ''
  }

  const press = (ts: string, actionId: string, user: string = ana, choice?: string) =>
    world.slack.people.press({ user, channel, ts, actionId, ...(choice === undefined ? {} : { choice }) })

  const told = (words: string, where = channel) => messages(where).find(({ text }) => text.includes(words))

  /** The options of a card's menu. */
  function choiceOf(ts: string, name: string): string {
    const values = JSON.stringify(message(ts)?.blocks ?? []).match(/"value":"[^"]*"/g) ?? []
    return values.map((value) => value.slice(9, -1)).find((value) => value.startsWith(name)) ?? ''
  }

  /** Opens the form behind More… of a card. */
  async function moreOf(ts: string, user: string = ana) {
    await press(ts, 'mention_more', user, choiceOf(ts, 'more'))
    return openView(user)
  }

  const linkTicket = (viewId: string, ticket: string, user: string = ana) =>
    world.slack.people.submitView({ user, viewId, answers: { ticket: { ticket } } })

  describe('a card', () => {
    it('is claimed by one person if two press at the same time, and can then be marked as done', async () => {
      const ts = await cardOf(101, { sentiment: 'negative' })
      await Promise.all([press(ts, 'mention_claim', ana), press(ts, 'mention_claim', ben)])
      await world.until('a claim', () => /Claimed by (Ana Lima|Ben Okafor)/.test(message(ts)?.text ?? ''))
      await world.until('its button', () => JSON.stringify(message(ts)?.blocks).includes('mention_done'))
      await press(ts, 'mention_done', ben)
      await world.until('done', () => (message(ts)?.text ?? '').includes('✓ Done by Ben Okafor'))
      expect(message(ts)?.metadata?.event_payload).toMatchObject({ ids: '101' })
    })

    it('can be released and reopened, so that a press by mistake is not final', async () => {
      const ts = await cardOf(109)
      const text = () => message(ts)?.text ?? ''
      await press(ts, 'mention_claim', ana)
      await world.until('a claim', () => text().includes('Claimed by Ana Lima'))
      await press(ts, 'mention_release', ben)
      await world.until('the release', () => !text().includes('Claimed'))
      await press(ts, 'mention_claim', ben)
      await world.until('the next claim', () => text().includes('Claimed by Ben Okafor'))
      await press(ts, 'mention_done', ben)
      await world.until('done', () => text().includes('✓ Done by Ben Okafor'))
      await press(ts, 'mention_reopen', ana)
      await world.until('it is open', () => !text().includes('Done'))
      expect(message(ts)?.metadata?.event_payload).toMatchObject({ ids: '109' })
    })

    it('shows only its title and who marked it as not relevant, until somebody undoes it', async () => {
      const ts = await cardOf(102)
      const full = (message(ts)?.blocks ?? []).length
      await press(ts, 'mention_more', mei, choiceOf(ts, 'not-relevant'))
      await world.until(
        'the change',
        () => message(ts)?.text.includes('Not relevant, marked by mei') === true,
      )
      await press(ts, 'mention_restore', ana)
      await world.until('the card', () => !message(ts)?.text.includes('Not relevant'))
      expect(message(ts)?.blocks).toHaveLength(full)
    })

    it('has a menu that mutes its author for a chosen time, until somebody undoes the mute', async () => {
      const ts = await cardOf(103, { author: { name: 'Spam King', avatar: '', audience: 1, url: '' } })
      await press(ts, 'mention_more', ana, choiceOf(ts, 'mute:'))
      const view = await openView(ana)
      const answers = { term: { term: '1d' } }
      await world.slack.people.submitView({ user: ana, viewId: view.id, answers })
      await world.until('the line', () => told('Ana Lima muted the author Spam King for 1 day') !== undefined)
      world.add(104, { author: { name: 'spam king', avatar: '', audience: 1, url: '' } })
      await cardOf(105)
      expect(world.ids()).not.toContain('104')
      expect(await ask('mutes')).toContain('Spam King (author) · Muted until ')
      const line = told('muted the author')
      await press(line?.ts ?? '', 'change_undo', ben)
      await world.until('the mute to be undone', () => told('Ben Okafor undid: Ana Lima muted') !== undefined)
      await cardOf(106, { author: { name: 'Spam King', avatar: '', audience: 1, url: '' } })
      expect(await ask('why 104')).toMatch(/Not posted .*the author is muted \(Spam King\)/)
      // The decision is logged after the checkpoint is written, which happens after the card.
      await cardOf(108)
      expect(await ask('why https://news.example/106')).toMatch(/^Posted /m)
    })

    it('is claimed with the reaction 👀 and done with ✅, and each is undone when the reaction is removed, even if Slack repeats an event', async () => {
      const ts = await cardOf(110)
      const text = () => message(ts)?.text ?? ''
      const react = (reaction: string, remove = false) =>
        world.slack.people.react({ user: ana, channel, ts, reaction, remove })
      await react('eyes')
      await world.until('the claim', () => text().includes('Claimed by Ana Lima'))
      const claim = world.slack.state.envelopes.at(-1)?.id ?? ''
      await react('white_check_mark')
      await world.until('done', () => text().includes('✓ Done by Ana Lima'))
      await react('white_check_mark', true)
      await world.until('the claim again', () => text().includes('Claimed by Ana Lima'))
      await react('eyes', true)
      await world.until('it is open', () => !text().includes('Claimed'))
      await world.slack.control.redeliver(claim)
      const foreign = world.slack.people.post(ana, { channel, text: 'Look at this' })
      const stranger = 'U0000000KIM'
      await world.slack.people.react({ user: stranger, channel, ts: foreign.ts, reaction: 'eyes' })
      await world.slack.people.react({ user: ben, channel, ts, reaction: 'white_check_mark' })
      await world.until('done by another', () => text().includes('✓ Done by Ben Okafor'))
      const asked = JSON.stringify(world.slack.control.calls().map(({ args }) => args))
      expect(asked).not.toContain(stranger)
      expect(asked).not.toContain(foreign.ts)
    })

    it('explains behind More… why it was posted', async () => {
      const ts = await cardOf(107)
      const { id: viewId } = await moreOf(ts)
      await world.slack.people.pressInView({ user: ana, viewId, actionId: 'mention_why' })
      await world.until('the answer', () =>
        JSON.stringify(world.slack.state.views).includes('no filter of this channel excludes it'),
      )
      await world.slack.people.closeView({ user: ana, viewId })
    })

    it('has links behind More… to pages prefilled with the mention, and each press is acknowledged', async () => {
      const ts = await cardOf(112, { title: 'Acme & Co: 100% down? #1 {url}' })
      const view = await moreOf(ts, mei)
      const shown = JSON.stringify(view.blocks)
      expect(shown).toContain('"Create issue"')
      const address = new URL(/"url":"(https:[^"]*)"/.exec(shown)?.[1] ?? '')
      expect(address.host).toBe('tracker.example')
      expect(Object.fromEntries(address.searchParams)).toEqual({
        title: 'Acme & Co: 100% down? #1 {url}',
        about: 'https://news.example/112',
      })
      const pressed = { user: mei, viewId: view.id, actionId: 'mention_page_0' }
      expect(await world.slack.people.pressInView(pressed)).toMatchObject({ kind: 'acknowledged' })
      await world.slack.people.closeView({ user: mei, viewId: view.id })
    })

    it('takes the address of a ticket, and the card, the list of open mentions and the digest show the ticket until somebody unlinks it', async () => {
      const ts = await cardOf(113, { title: 'Acme lost my order', sentiment: 'negative', reach: 9_900_000 })
      const text = () => message(ts)?.text ?? ''
      const { id } = await moreOf(ts)
      for (const [typed, error] of [
        ['ACME-12', 'not a web address'],
        ['https://ana:secret@tracker.example/12', 'Leave out the user name'],
        ['https://news.example/113', 'the address of the mention'],
      ] as const)
        expect(await linkTicket(id, typed)).toMatchObject({
          ...{ kind: 'errors', errors: { ticket: expect.stringContaining(error) } },
        })
      expect(text()).not.toContain('Ticket')
      expect(await linkTicket(id, 'https://tracker.example/issues/12')).toMatchObject({ kind: 'closed' })
      await world.until('the ticket', () => text().endsWith('Ticket: https://tracker.example/issues/12'))
      expect(await ask('open')).toContain('Ticket: tracker.example/issues/12')
      expect(await ask('digest')).toContain('Ticket: tracker.example/issues/12')
      await press(ts, 'mention_claim', ben)
      await world.until('the claim', () => text().includes('Claimed by Ben Okafor'))
      expect(text()).toContain('Ticket: https://tracker.example/issues/12')
      const late = await moreOf(ts, ben)
      expect(JSON.stringify(late.blocks)).toContain('Linked by Ana Lima')
      const replacing = await moreOf(ts)
      expect(await linkTicket(replacing.id, 'https://tracker.example/issues/13')).toMatchObject({
        kind: 'closed',
      })
      expect(await linkTicket(late.id, '', ben)).toMatchObject({
        errors: { ticket: expect.stringContaining('Ana Lima linked another ticket') },
      })
      await world.until('the other ticket', () => text().includes('issues/13'))
      await world.slack.people.closeView({ user: ben, viewId: late.id })
      const unlinking = await moreOf(ts, ben)
      expect(await linkTicket(unlinking.id, '', ben)).toMatchObject({ kind: 'closed' })
      await world.until('no ticket', () => !text().includes('Ticket'))
      expect(message(ts)?.metadata?.event_payload).toMatchObject({ ids: '113' })
      await press(ts, 'mention_done', ben)
      await world.until('done', () => text().includes('✓ Done'))
    })
  })

  describe('a card of a subscription with a list of actions and with links of its own', () => {
    const cardHere = () => messages(legal).find(({ metadata }) => Boolean(metadata?.event_payload.ids))
    const elements = () => {
      const row: unknown = cardHere()?.blocks?.find(({ type }) => type === 'actions')?.elements
      return Array.isArray(row) ? row : []
    }

    it('has only these buttons and links, and the reaction 👀 still claims its mention', async () => {
      await world.until('the card', () => elements().length > 0)
      expect(elements().map(({ text }) => text?.text)).toEqual(['Done', 'More…'])
      const { ts = '' } = cardHere() ?? {}
      await world.slack.people.press({ user: ana, channel: legal, ts, actionId: 'mention_more' })
      const view = await openView(ana)
      expect(view.submit).toBeNull()
      expect(JSON.stringify(view.blocks)).toMatch(/"Legal case".*"https:\/\/cases\.example\/\?t=Acme/)
      expect(JSON.stringify(view.blocks)).not.toMatch(/Create issue|Why was this|Address of the ticket/)
      await world.slack.people.closeView({ user: ana, viewId: view.id })
      await world.slack.people.press({ user: ana, channel: legal, ts, actionId: 'mention_done' })
      await world.until('done', () => cardHere()?.text.includes('✓ Done by Ana Lima') === true)
      expect(elements().map(({ text }) => text?.text)).toEqual(['Reopen', 'More…'])
      await world.slack.people.press({ user: ana, channel: legal, ts, actionId: 'mention_reopen' })
      await world.until('it is open', () => cardHere()?.text.includes('Done') === false)
      await world.slack.people.react({ user: ben, channel: legal, ts, reaction: 'eyes' })
      await world.until('the claim', () => cardHere()?.text.includes('Claimed by Ben Okafor') === true)
    })
  })

  describe('an entry of a burst', () => {
    it('can be claimed without a change to the other entries', async () => {
      for (let id = 201; id <= 212; id++) world.add(id)
      await world.until('the burst', () => world.ids().includes('212'))
      const part = world.posted().find(({ thread, ids }) => thread !== undefined && ids.length > 3)
      const ts = part?.ts ?? ''
      const untouched = (message(ts)?.text ?? '').split('\n')
      await press(ts, 'burst_act', ana)
      const view = await openView(ana)
      // The three widest mentions are in the burst's first message, and the numbers of the thread go on after them.
      expect(JSON.stringify(view.blocks)).toContain('"4. Acme in the news')
      const [, second = ''] = part?.ids ?? []
      const answers = { entries: { entries: [second] }, action: { action: 'claim' } }
      await world.slack.people.submitView({ user: ana, viewId: view.id, answers })
      await world.until('the claim', () => (message(ts)?.text ?? '').includes('Claimed by Ana Lima'))
      const lines = (message(ts)?.text ?? '').split('\n')
      expect(lines.filter((line, index) => line !== untouched[index])).toHaveLength(1)
      // The first line is the heading.
      expect(lines[2]).toBe(`${untouched[2]} · Claimed by Ana Lima`)
      await press(ts, 'burst_act', ana)
      const both = part?.ids.slice(0, 2) ?? []
      const chosen = await openView(ana)
      await world.slack.people.submitView({
        ...{
          user: ana,
          viewId: chosen.id,
          answers: { entries: { entries: both }, action: { action: 'ticket' } },
        },
      })
      const form = await openView(ana)
      expect(JSON.stringify(form.blocks)).toContain('https://tracker.example/new?title=Acme')
      expect(await linkTicket(form.id, 'https://tracker.example/issues/20')).toMatchObject({ kind: 'closed' })
      await world.until('both tickets', () =>
        [1, 2].every((line) =>
          message(ts)?.text.split('\n')[line]?.endsWith(' · Ticket: tracker.example/issues/20'),
        ),
      )
      const parent = part?.thread ?? ''
      await press(parent, 'burst_act', ben)
      const shown = await openView(ben)
      const [first = ''] = world.posted().find(({ ts }) => ts === parent)?.ids ?? []
      const done = { entries: { entries: [first] }, action: { action: 'done' } }
      await world.slack.people.submitView({ user: ben, viewId: shown.id, answers: done })
      await world.until('the loudest done', () =>
        /^.* · ✓ Done by Ben Okafor$/m.test(message(parent)?.text ?? ''),
      )
    })
  })

  describe('a subscription', () => {
    it('is created, paused, resumed and ended from Slack, and starts afresh when it is created again', async () => {
      const first = await modal('subscribe "acme brand"', ana, support)
      const missing = await world.slack.people.submitView({
        user: ana,
        viewId: first.id,
        answers: { reach: { reach: 'much' } },
      })
      expect(missing).toMatchObject({ kind: 'incomplete', errors: { reach: 'Enter a number.' } })
      await world.slack.people.submitView({ user: ana, viewId: first.id, answers: {} })
      await world.until(
        'the line',
        () => told('subscribed this channel to Acme brand as acme-brand', support) !== undefined,
      )
      await world.until('the initial sync', () => told('Watching Acme brand', support) !== undefined)
      expect(await ask('list', ana, support)).toContain('acme-brand: Acme brand. Up to date')
      await world.slack.people.runCommand({ user: ana, channel: support, line: '/mentions pause' })
      await world.until('the pause', () => told('paused acme-brand', support) !== undefined)
      expect(await ask('list', ana, support)).toContain('Paused by Ana Lima since')
      const pause = told('paused acme-brand', support)?.ts ?? ''
      await world.slack.people.press({ user: ben, channel: support, ts: pause, actionId: 'change_undo' })
      await world.until(
        'the undoing',
        () =>
          message(pause, support)?.text.startsWith('acme-brand is no longer paused. Ben Okafor undid') ===
          true,
      )
      expect(await ask('list', ana, support)).not.toContain('Paused by')
      await world.slack.people.runCommand({ user: ana, channel: support, line: '/mentions pause' })
      await world.until('the second pause', () =>
        messages(support).some(({ text }) => text.startsWith('Ana Lima paused acme-brand')),
      )
      await world.slack.people.runCommand({ user: ana, channel: support, line: '/mentions resume acme' })
      await world.until('the end of the pause', () => told('resumed acme-brand', support) !== undefined)
      await world.slack.people.runCommand({ user: ana, channel: support, line: '/mentions unsubscribe' })
      await world.until('the closing line', () => told('unsubscribed acme-brand', support) !== undefined)
      const again = await modal('subscribe acme', ana, support)
      await world.slack.people.submitView({ user: ana, viewId: again.id, answers: {} })
      await world.until(
        'the new start',
        () => told('as acme-brand-2. It starts afresh', support) !== undefined,
      )
    })

    it('is previewed in its form with a real card, and its rarer settings open in a second step', async () => {
      const { id: viewId } = await modal('subscribe "acme brand"', ana, support)
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
      expect(await ask('edit acme')).toContain('managed in the config file')
      expect(await ask('unsubscribe acme')).toContain('managed in the config file')
    })
  })

  describe('a subscription of the configuration file', () => {
    const list = () => ask('list')

    it('is paused for a time by a command, and /mentions list, status and why say so until somebody resumes it', async () => {
      await world.slack.people.runCommand({ user: ana, channel, line: '/mentions pause acme for 2 hours' })
      await world.until('the pause', () => told('Ana Lima paused acme until ') !== undefined)
      expect(told('Ana Lima paused acme until ')?.text).toContain(' UTC; new mentions wait.')
      expect(await list()).toContain('Paused by Ana Lima until ')
      expect(await ask('status')).toContain('Paused by Ana Lima until ')
      world.add(70)
      expect(await ask('why 70')).toMatch(
        /it will be posted later, because its subscription is paused until /,
      )
      expect(world.ids()).not.toContain('70')
      expect(await ask('pause acme 2x')).toContain("“2x” isn't a time to pause for")
      await world.slack.people.runCommand({ user: ben, channel, line: '/mentions resume acme' })
      await world.until('the end', () => told('Ben Okafor resumed acme') !== undefined)
      await world.until('the waiting mention', () => world.ids().includes('70'))
      expect(await list()).not.toContain('Paused by')
    })

    it('is paused by the button of /mentions list, which asks how long, and by the button of a suggested command', async () => {
      await list()
      const last = () => world.slack.state.ephemerals.findLast(({ user }) => user === ana)?.message.ts ?? ''
      await press(last(), 'list_pause', ana)
      const { id: viewId } = await openView(ana)
      await world.slack.people.submitView({
        user: ana,
        viewId,
        answers: { until: { until: 'until tomorrow' } },
      })
      await world.until(
        'the pause',
        () => messages().filter(({ text }) => text.includes('paused acme until ')).length === 2,
      )
      await list()
      const before = messages().length
      await press(last(), 'list_resume', ana)
      await world.until('the end', () =>
        messages()
          .slice(before)
          .some(({ text }) => text.includes('resumed acme')),
      )
      await ask('pause acme until tomorow')
      await press(last(), 'run_line0', ana)
      await world.until(
        'the third pause',
        () => messages().filter(({ text }) => text.includes('paused acme until ')).length === 3,
      )
      const pause = messages().findLast(({ text }) => text.includes('paused acme until '))?.ts ?? ''
      await world.slack.people.press({ user: ben, channel, ts: pause, actionId: 'change_undo' })
      await world.until(
        'the undoing',
        () => message(pause)?.text.startsWith('acme is no longer paused. Ben Okafor undid') === true,
      )
      expect(await list()).not.toContain('Paused by')
    })
  })

  describe('/mentions', () => {
    it.each([
      ['help', /mentions open: what nobody has answered yet/],
      ['frobnicate', /There is no command \/mentions frobnicate/],
      ['status', /(Up to date|On time)[\s\S]*(Last checked|Checks every)/],
      ['preview', /\d+ of \d+ mentions from the last 7 days would have been posted/],
      ['test', /Acme in the news/],
      ['digest', /in this channel (is|are) still open[\s\S]*Acme brand/],
      ['why 99999', /has not found this mention/],
      ['unmute nobody', /“nobody” isn't muted/],
      ['preview nothing-such', /No subscription matches “nothing-such”. There is: acme/],
    ])('gives the expected kind of answer to the line “/mentions %s”', async (line, answer) =>
      expect(await ask(line, ben)).toMatch(answer),
    )

    it('export sends the posted mentions as a CSV file in a direct message, and says what to do if Slack refuses the file', async () => {
      const ts = await cardOf(190, { title: '=HYPERLINK("https://evil.example")', reach: 7 })
      await press(ts, 'mention_claim', ben)
      await world.until('the claim', () => message(ts)?.text.includes('Claimed by Ben Okafor') === true)
      await linkTicket((await moreOf(ts, ben)).id, 'https://tracker.example/issues/14', ben)
      expect(await ask('export acme 7d', mei)).toMatch(
        /^\d+ mentions? of the last 7 days\. The file is in your direct messages/,
      )
      const direct = [...world.slack.state.channels.values()].find(({ user }) => user === mei)
      const [file] = messages(direct?.id ?? '').at(-1)?.files ?? []
      const csv = await (await fetch(file?.url_private ?? '')).text()
      const rows: Record<string, string>[] = parse(csv, { columns: true, bom: true })
      expect(rows).toHaveLength(world.ids().length)
      expect(rows.find((row) => row['mention id'] === '190')).toMatchObject({
        ...{ channel: '#brand-watch', subscription: 'acme', alert: 'Acme brand', reach: '7' },
        ...{ title: `'=HYPERLINK("https://evil.example")`, state: 'claimed', person: 'Ben Okafor' },
        ticket: 'https://tracker.example/issues/14',
        'posted (Asia/Tokyo)': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
      })
      expect(await ask('export 2y', mei)).toContain("isn't a time to export")
      expect(await ask('export amce', mei)).toContain('No subscription matches “amce”')
      const fault = (method: string, act: Parameters<typeof world.slack.control.fault>[0]['act']) =>
        world.slack.control.fault({ method, times: 1, act })
      fault('files.getUploadURLExternal', { do: 'error', error: 'missing_scope' })
      expect(await ask('export', mei)).toContain('permission files:write')
      fault('files.getUploadURLExternal', { do: 'rateLimit', retryAfter: 20 })
      expect(await ask('export', mei)).toContain('Try again in 20 seconds')
      fault('files.completeUploadExternal', { do: 'reset', after: true })
      expect(await ask('export', mei)).toContain('If the file is not in your direct messages')
    })

    it('answers wrong input with buttons that run the closest suggestion', async () => {
      const pressGuess = async (line: string, actionId: string) => {
        await ask(line, ben)
        const { ts = '' } = world.slack.state.ephemerals.findLast(({ user }) => user === ben)?.message ?? {}
        const before = seenBy(ben).length
        await press(ts, actionId, ben)
        await world.until('the answer to the guess', () => seenBy(ben).length > before)
        return seenBy(ben).at(-1)
      }
      expect(await pressGuess('stauts', 'run_line0')).toMatch(/Up to date|On time/)
      expect(await pressGuess('preview amce', 'run_line0')).toContain('would have been posted')
      expect(await pressGuess('why acme in the news', 'run_line0')).toMatch(/^Acme brand found /)
    })

    it('is not needed to see a sample card: the button “Show me one” of the first message shows one to whoever presses it', async () => {
      const line = told('Watching Acme brand')
      const before = seenBy(ben).length
      await press(line?.ts ?? '', 'first_look_show_one', ben)
      await world.until('a sample', () => seenBy(ben).length > before)
      expect(seenBy(ben).at(-1)).toContain('Acme in the news')
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
        () => told('muted the site spam.example for 7 days', support) !== undefined,
      )
      await world.slack.people.openHome(ana)
      await world.until('the home tab', () => homeOf(ana).includes('acme-brand-2'))
      expect(homeOf(ana)).toContain('managed in the config file')
      expect(homeOf(ana)).toContain(`<#${support}>`)
      await chooseFor('acme-brand-2', 'pause')
      const { id: viewId } = await openView(ana)
      await world.slack.people.submitView({ user: ana, viewId, answers: { until: { until: '4h' } } })
      await world.until('the pause', () => homeOf(ana).includes('Paused by Ana Lima until'))
      await chooseFor('acme-brand-2', 'resume')
      await world.until('the end of the pause', () => !homeOf(ana).includes('Paused by'))
      await chooseFor('acme-brand-2', 'mutes')
      const mutes = await openView(ana)
      expect(JSON.stringify(mutes.blocks)).toContain('spam.example (site)')
      await world.slack.people.pressInView({
        ...{ user: ana, viewId: mutes.id, actionId: 'home_mute_end', answers: {} },
      })
      const left = () => JSON.stringify(world.slack.state.views.find(({ view }) => view.id === mutes.id))
      await world.until('the end of the mute', () => left().includes('Nothing is muted'))
      await world.until('its line', () => told('unmuted the site spam.example', support) !== undefined)
      await chooseFor('acme-brand-2', 'edit')
      await world.until('the form', () =>
        world.slack.state.views.some((one) => one.user === ana && one.view.callback_id === 'subscribe'),
      )
      const view = await openView(ana)
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
      await world.until('the change', () => told('changed acme-brand-2', support) !== undefined)
      await world.until('the quiet hours', () => homeOf(ana).includes('Quiet until'))
    })

    it('opens the full help with a button, and so does the short help in a channel', async () => {
      const readAndClose = async (user: string) => {
        const view = await openView(user)
        expect(JSON.stringify(view)).toContain('On a card')
        world.slack.people.closeView({ user, viewId: view.id })
      }
      await world.slack.people.pressInView({ user: ana, actionId: 'help_more' })
      await readAndClose(ana)
      await ask('help', ben)
      const { ts = '' } = world.slack.state.ephemerals.findLast(({ user }) => user === ben)?.message ?? {}
      await press(ts, 'help_more', ben)
      await readAndClose(ben)
    })
  })

  describe('the open mentions', () => {
    const homeText = (user: string) => JSON.stringify(world.slack.state.homes.get(user)?.blocks ?? [])
    const latest = () => world.slack.state.ephemerals.findLast(({ user }) => user === ana)?.message
    const blocksShown = () => (latest()?.blocks ?? []) as { block_id?: string }[]
    /** The block with the buttons of a mention. */
    const rowOf = (blocks: { block_id?: string }[], id: number) =>
      blocks.find((block) => {
        const shown = JSON.stringify(block)
        return shown.includes('"open_done"') && shown.includes(`\\"mention\\":\\"${id}\\"`)
      })?.block_id ?? ''

    it('are claimed and done from the answer to /mentions open, which then no longer lists a mention that is done', async () => {
      const ts = await cardOf(171, { sentiment: 'negative', reach: 9_000_000, title: 'Is Acme down?' })
      const second = await cardOf(172, { sentiment: 'negative', reach: 8_000_000, title: 'Acme is slow' })
      const first = await ask('open')
      expect(first).toMatch(
        /^\d+ open mentions in this channel\n.*Is Acme down\?.* asks a question\n.*Acme is slow/,
      )
      const pressRow = (actionId: string, id: number) =>
        world.slack.people.press({
          ...{ user: ana, channel, ts: latest()?.ts ?? '', actionId },
          blockId: rowOf(blocksShown(), id),
        })
      await pressRow('open_claim', 171)
      await world.until('the claim', () => message(ts)?.text.includes('Claimed by Ana Lima') === true)
      await world.until('the new list', () => latest()?.text.includes('claimed by you') === true)
      expect(await ask('open mine')).toContain('Is Acme down?')
      expect(await ask('open mine')).not.toContain('Acme is slow')
      await ask('open')
      await pressRow('open_done', 172)
      await world.until('done', () => message(second)?.text.includes('✓ Done by Ana Lima') === true)
      await world.until('the list without it', () => latest()?.text.includes('Acme is slow') === false)
      expect(await ask('open yours')).toContain('takes nothing or the word mine')
    })

    it('are listed on the home tab, and are claimed, released and done from there', async () => {
      const ts = await cardOf(173, { sentiment: 'negative', reach: 9_500_000, title: 'Acme lost my data' })
      await world.slack.people.openHome(ben)
      await world.until('the list', () => homeText(ben).includes('Acme lost my data'))
      expect(homeText(ben)).toContain(`"channel_id":"${channel}"`)
      const pressRow = (actionId: string) => {
        const blockId = rowOf(world.slack.state.homes.get(ben)?.blocks ?? [], 173)
        return world.slack.people.pressInView({ user: ben, actionId, blockId })
      }
      // Ben may have mentions of earlier tests.
      const isHis = () => (homeText(ben).split('Yours (')[1] ?? '').includes('Acme lost my data')
      await pressRow('open_claim')
      await world.until('the claim', isHis)
      await pressRow('open_release')
      await world.until('the release', () => homeText(ben).includes('Acme lost my data') && !isHis())
      expect(message(ts)?.text).not.toContain('Claimed')
      await pressRow('open_done')
      await world.until('done', () => message(ts)?.text.includes('✓ Done by Ben Okafor') === true)
      await world.until('the list without it', () => !homeText(ben).includes('Acme lost my data'))
    })
  })

  describe('a mention', () => {
    /** The bot's direct messages to a person. */
    const direct = (user: string) => {
      const found = [...world.slack.state.channels.values()].find(
        (one) => one.kind === 'im' && one.user === user,
      )
      return found === undefined ? [] : messages(found.id)
    }
    const directChannel = (user: string) =>
      [...world.slack.state.channels.values()].find((one) => one.kind === 'im' && one.user === user)?.id ?? ''

    it('is assigned to a person, who gets a direct message with the note and marks the mention as done there', async () => {
      const ts = await cardOf(181, { title: 'Where is my refund?' })
      await press(ts, 'mention_more', ana, choiceOf(ts, 'assign'))
      const view = await openView(ana)
      const answers = { person: { person: ben }, note: { note: 'Please answer today' } }
      await world.slack.people.submitView({ user: ana, viewId: view.id, answers })
      await world.until(
        'the card',
        () => message(ts)?.text.includes('Assigned to Ben Okafor by Ana Lima') === true,
      )
      await world.until('the direct message', () =>
        direct(ben).some(({ text }) => text.includes('Where is my refund?')),
      )
      const told = direct(ben).find(({ text }) => text.includes('Where is my refund?'))
      expect(told?.text).toMatch(/^Ana Lima assigned this to you · .*Please answer today/s)
      expect(await ask('open mine', ben)).toContain('assigned to you by Ana Lima')
      await world.slack.people.press({
        ...{ user: ben, channel: directChannel(ben), ts: told?.ts ?? '', actionId: 'reminder_done' },
      })
      await world.until('done', () => message(ts)?.text.includes('✓ Done by Ben Okafor') === true)
      await world.until('the direct message', () => direct(ben).some(({ text }) => text.includes('✓ Done')))
    })

    it('that is assigned and not done leads to one reminder for the assigned person and one for the assigner', async () => {
      const ts = await cardOf(182, { title: 'Acme deleted my files' })
      await press(ts, 'mention_more', ana, choiceOf(ts, 'assign'))
      const view = await openView(ana)
      await world.slack.people.submitView({
        user: ana,
        viewId: view.id,
        answers: { person: { person: ben } },
      })
      const about = (user: string) =>
        direct(user).filter(({ text }) => text.includes('Acme deleted my files'))
      await world.until('both reminders', () => about(ben).length === 2 && about(ana).length === 1)
      expect(about(ben)[1]?.text).toContain('Still open')
      expect(about(ana)[0]?.text).toContain('Still open: you assigned this to Ben Okafor on')
      await press(ts, 'mention_done', ben)
      await world.until('done', () => message(ts)?.text.includes('✓ Done') === true)
    })

    it('cannot be assigned to an app, and the dialog says so', async () => {
      const ts = await cardOf(183)
      await press(ts, 'mention_more', ana, choiceOf(ts, 'assign'))
      const view = await openView(ana)
      const bot = world.slack.state.bot.userId
      const ack = await world.slack.people.submitView({
        ...{ user: ana, viewId: view.id, answers: { person: { person: bot } } },
      })
      expect(JSON.stringify(ack)).toMatch(/An app cannot be assigned|does not answer who/)
      expect(message(ts)?.text).not.toContain('Assigned')
      // The dialog is still open, so another person can be chosen.
      await world.slack.people.submitView({
        user: ana,
        viewId: view.id,
        answers: { person: { person: mei } },
      })
      await world.until('the card', () => message(ts)?.text.includes('Assigned to mei by Ana Lima') === true)
    })

    it('is assigned or snoozed in a dialog that closes in time, even if Slack takes more than three seconds to update the card', async () => {
      const submit = async (
        user: string,
        id: number,
        choice: string,
        answers: Record<string, Record<string, string>>,
      ) => {
        const ts = await cardOf(id)
        await press(ts, 'mention_more', user, choiceOf(ts, choice))
        const { id: viewId } = await openView(user)
        const slowly = { do: 'slow', ms: 3500 } as const
        world.slack.control.fault({ method: 'chat.update', text: ts, times: 1, act: slowly })
        expect(await world.slack.people.submitView({ user, viewId, answers })).toMatchObject({
          kind: 'closed',
        })
        expect(message(ts)?.text).not.toMatch(/by (Ana Lima|Ben Okafor)/)
        return ts
      }
      const [assigned, snoozed] = await Promise.all([
        submit(ana, 185, 'assign', { person: { person: mei } }),
        submit(ben, 186, 'snooze', { until: { until: '1h' } }),
      ])
      await world.until(
        'the cards',
        () =>
          message(assigned)?.text.includes('Assigned to mei by Ana Lima') === true &&
          message(snoozed)?.text.includes('Snoozed by Ben Okafor') === true,
      )
    })

    it('is missing in the list of open mentions while it is snoozed, until somebody releases it', async () => {
      const ts = await cardOf(184, {
        sentiment: 'negative',
        reach: 9_900_000,
        title: 'Acme raised its prices',
      })
      expect(await ask('open')).toContain('Acme raised its prices')
      await press(ts, 'mention_more', ana, choiceOf(ts, 'snooze'))
      const view = await openView(ana)
      await world.slack.people.submitView({
        user: ana,
        viewId: view.id,
        answers: { until: { until: 'tomorrow' } },
      })
      await world.until('the card', () => message(ts)?.text.includes('Snoozed by Ana Lima') === true)
      expect(await ask('open')).not.toContain('Acme raised its prices')
      await press(ts, 'mention_release', ben)
      await world.until('the release', () => message(ts)?.text.includes('Snoozed') === false)
      expect(await ask('open')).toContain('Acme raised its prices')
    })
  })

  it('the requests of all these tests make the bot log no error', () =>
    expect(world.output()).not.toContain('"level":50'))
})
