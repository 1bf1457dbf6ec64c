import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channel, type World } from '../../tools/e2e/bot-world.ts'
import { ana, ben, mei, peopleOf, startForPeople } from '../../tools/e2e/from-slack.ts'

/** What people do in Slack with the list of open mentions, and with mentions that they assign or snooze. */

describe('in Slack,', () => {
  let world: World
  let people: ReturnType<typeof peopleOf>
  beforeAll(async () => {
    world = await startForPeople()
    people = peopleOf(world)
  })
  afterAll(() => world?.close())

  describe('the open mentions', () => {
    const homeText = (user: string) => JSON.stringify(world.slack.state.homes.get(user)?.blocks ?? [])
    const latest = () => world.slack.state.ephemerals.findLast(({ user }) => user === ana)?.message
    const blocksShown = () => (latest()?.blocks ?? []) as { block_id?: string }[]
    /** The block with the buttons of a mention. */
    const rowOf = (blocks: { block_id?: string }[], id: number) => {
      const row = blocks.find((block) => JSON.stringify(block).includes(` ${id}"`))
      const options = JSON.stringify(row).match(/"value":"[^"]+:[^"]+"/g) ?? []
      const values = options.map((option) => option.slice('"value":"'.length, -1))
      /** What a person does who presses a button, or chooses in the menu. */
      return (pressed: { actionId: string; choice?: string }) => ({
        blockId: row?.block_id ?? '',
        actionId: pressed.actionId,
        ...(pressed.choice && {
          choice: values.find((value) => value.startsWith(`${pressed.choice}:`)) ?? '',
        }),
      })
    }

    it('are claimed and done from the answer to /mentions open, which then no longer lists a mention that is done', async () => {
      const ts = await people.cardOf(171, { sentiment: 'negative', reach: 9_000_000, title: 'Is Acme down?' })
      const second = await people.cardOf(172, {
        sentiment: 'negative',
        reach: 8_000_000,
        title: 'Acme is slow',
      })
      const first = await people.ask('open')
      expect(first).toMatch(
        /^\d+ open mentions in this channel\n.*Is Acme down\?.* asks a question\n.*Acme is slow/,
      )
      const pressRow = (id: number, pressed: { actionId: string; choice?: string }) =>
        world.slack.people.press({
          ...{ user: ana, channel, ts: latest()?.ts ?? '' },
          ...rowOf(blocksShown(), id)(pressed),
        })
      await pressRow(171, { actionId: 'open_claim' })
      await world.until('the claim', () => people.message(ts)?.text.includes('Claimed by Ana Lima') === true)
      await world.until('the new list', () => latest()?.text.includes('claimed by you') === true)
      expect(await people.ask('open mine')).toContain('Is Acme down?')
      expect(await people.ask('open mine')).not.toContain('Acme is slow')
      await people.ask('open')
      await pressRow(172, { actionId: 'open_menu', choice: 'done' })
      await world.until('done', () => people.message(second)?.text.includes('✓ Done by Ana Lima') === true)
      await world.until('the list without it', () => latest()?.text.includes('Acme is slow') === false)
      expect(await people.ask('open yours')).toContain('takes nothing or the word mine')
    })

    it('are listed on the home tab, and are claimed, released and done from there', async () => {
      const ts = await people.cardOf(173, {
        sentiment: 'negative',
        reach: 9_500_000,
        title: 'Acme lost my data',
      })
      await world.slack.people.openHome(ben)
      await world.until('the list', () => homeText(ben).includes('Acme lost my data'))
      expect(homeText(ben)).toContain(`"channel_id":"${channel}"`)
      const pressRow = (actionId: string, choice?: string) => {
        const row = rowOf(world.slack.state.homes.get(ben)?.blocks ?? [], 173)
        return world.slack.people.pressInView({ user: ben, ...row({ actionId, ...(choice && { choice }) }) })
      }
      // Ben may have mentions of earlier tests.
      const isHis = () => (homeText(ben).split('Yours (')[1] ?? '').includes('Acme lost my data')
      await pressRow('open_claim')
      await world.until('the claim', isHis)
      await pressRow('open_menu', 'release')
      await world.until('the release', () => homeText(ben).includes('Acme lost my data') && !isHis())
      expect(people.message(ts)?.text).not.toContain('Claimed')
      await pressRow('open_menu', 'done')
      await world.until('done', () => people.message(ts)?.text.includes('✓ Done by Ben Okafor') === true)
      await world.until('the list without it', () => !homeText(ben).includes('Acme lost my data'))
    })
  })

  describe('a mention', () => {
    /** The bot's direct messages to a person. */
    const direct = (user: string) => {
      const found = [...world.slack.state.channels.values()].find(
        (one) => one.kind === 'im' && one.user === user,
      )
      return found === undefined ? [] : people.messages(found.id)
    }
    const directChannel = (user: string) =>
      [...world.slack.state.channels.values()].find((one) => one.kind === 'im' && one.user === user)?.id ?? ''

    it('is assigned to a person, who gets a direct message with the note and marks the mention as done there', async () => {
      const ts = await people.cardOf(181, { title: 'Where is my refund?' })
      await people.press(ts, 'mention_more', ana, people.choiceOf(ts, 'assign'))
      const view = await people.openView(ana)
      const answers = { person: { person: ben }, note: { note: 'Please answer today' } }
      await world.slack.people.submitView({ user: ana, viewId: view.id, answers })
      await world.until(
        'the card',
        () => people.message(ts)?.text.includes('Assigned to Ben Okafor by Ana Lima') === true,
      )
      await world.until('the direct message', () =>
        direct(ben).some(({ text }) => text.includes('Where is my refund?')),
      )
      const told = direct(ben).find(({ text }) => text.includes('Where is my refund?'))
      expect(told?.text).toMatch(/^Ana Lima assigned this to you · .*Please answer today/s)
      expect(await people.ask('open mine', ben)).toContain('assigned to you by Ana Lima')
      await world.slack.people.press({
        ...{ user: ben, channel: directChannel(ben), ts: told?.ts ?? '', actionId: 'reminder_done' },
      })
      await world.until('done', () => people.message(ts)?.text.includes('✓ Done by Ben Okafor') === true)
      await world.until('the direct message', () => direct(ben).some(({ text }) => text.includes('✓ Done')))
    })

    it('that is assigned and not done leads to one reminder for the assigned person and one for the assigner', async () => {
      const ts = await people.cardOf(182, { title: 'Acme deleted my files' })
      await people.press(ts, 'mention_more', ana, people.choiceOf(ts, 'assign'))
      const view = await people.openView(ana)
      await world.slack.people.submitView({
        user: ana,
        viewId: view.id,
        answers: { person: { person: ben } },
      })
      const about = (user: string) =>
        direct(user).filter(({ text }) => text.includes('Acme deleted my files'))
      await world.until('both reminders', () => about(ben).length === 2 && about(ana).length === 1)
      expect(about(ben)[1]?.text).toContain('Still open')
      expect(about(ana)[0]?.text).toContain('Still open: you assigned this to Ben Okafor')
      await people.press(ts, 'mention_done', ben)
      await world.until('done', () => people.message(ts)?.text.includes('✓ Done') === true)
    })

    it('cannot be assigned to an app, and the dialog says so', async () => {
      const ts = await people.cardOf(183)
      await people.press(ts, 'mention_more', ana, people.choiceOf(ts, 'assign'))
      const view = await people.openView(ana)
      const bot = world.slack.state.bot.userId
      const ack = await world.slack.people.submitView({
        ...{ user: ana, viewId: view.id, answers: { person: { person: bot } } },
      })
      expect(JSON.stringify(ack)).toMatch(/An app cannot be assigned|does not answer who/)
      expect(people.message(ts)?.text).not.toContain('Assigned')
      // The dialog is still open, so another person can be chosen.
      await world.slack.people.submitView({
        user: ana,
        viewId: view.id,
        answers: { person: { person: mei } },
      })
      await world.until(
        'the card',
        () => people.message(ts)?.text.includes('Assigned to mei by Ana Lima') === true,
      )
    })

    it('is assigned or snoozed in a dialog that closes in time, even if Slack takes more than three seconds to update the card', async () => {
      const submit = async (
        user: string,
        id: number,
        choice: string,
        answers: Record<string, Record<string, string>>,
      ) => {
        const ts = await people.cardOf(id)
        await people.press(ts, 'mention_more', user, people.choiceOf(ts, choice))
        const { id: viewId } = await people.openView(user)
        const slowly = { do: 'slow', ms: 3500 } as const
        world.slack.control.fault({ method: 'chat.update', text: ts, times: 1, act: slowly })
        expect(await world.slack.people.submitView({ user, viewId, answers })).toMatchObject({
          kind: 'closed',
        })
        expect(people.message(ts)?.text).not.toMatch(/by (Ana Lima|Ben Okafor)/)
        return ts
      }
      const [assigned, snoozed] = await Promise.all([
        submit(ana, 185, 'assign', { person: { person: mei } }),
        submit(ben, 186, 'snooze', { until: { until: '1h' } }),
      ])
      await world.until(
        'the cards',
        () =>
          people.message(assigned)?.text.includes('Assigned to mei by Ana Lima') === true &&
          people.message(snoozed)?.text.includes('Snoozed by Ben Okafor') === true,
      )
    })

    it('is missing in the list of open mentions while it is snoozed, until somebody releases it', async () => {
      const ts = await people.cardOf(184, {
        sentiment: 'negative',
        reach: 9_900_000,
        title: 'Acme raised its prices',
      })
      // Slack shows a card before its record is stored.
      await expect.poll(() => people.ask('open')).toContain('Acme raised its prices')
      await people.press(ts, 'mention_more', ana, people.choiceOf(ts, 'snooze'))
      const view = await people.openView(ana)
      await world.slack.people.submitView({
        user: ana,
        viewId: view.id,
        answers: { until: { until: 'tomorrow' } },
      })
      await world.until('the card', () => people.message(ts)?.text.includes('Snoozed by Ana Lima') === true)
      expect(await people.ask('open')).not.toContain('Acme raised its prices')
      await people.press(ts, 'mention_release', ben)
      await world.until('the release', () => people.message(ts)?.text.includes('Snoozed') === false)
      expect(await people.ask('open')).toContain('Acme raised its prices')
    })
  })

  it('the requests of all these tests make the bot log no error', () =>
    expect(world.output()).not.toContain('"level":50'))
})
