import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { World } from '../../../tools/e2e/bot-world.ts'
import { ana, ben, legal, mei, peopleOf, startForPeople } from '../../../tools/e2e/from-slack.ts'

describe('with links to prefilled pages,', () => {
  let world: World
  let people: ReturnType<typeof peopleOf>
  beforeAll(async () => {
    world = await startForPeople({
      file: {
        links: [{ label: 'Create issue', url: 'https://tracker.example/new?title={title}&about={url}' }],
      },
      legal: {
        actions: ['done', 'links'],
        links: [{ label: 'Legal case', url: 'https://cases.example/?t={title}' }],
      },
    })
    people = peopleOf(world)
  })
  afterAll(() => world?.close())

  const linkTicket = (viewId: string, ticket: string, user: string = ana) =>
    world.slack.people.submitView({ user, viewId, answers: { ticket: { ticket } } })

  describe('a card', () => {
    it('explains behind More… why it was posted', async () => {
      const ts = await people.cardOf(107)
      const { id: viewId } = await people.moreOf(ts)
      await world.slack.people.pressInView({ user: ana, viewId, actionId: 'mention_why' })
      await world.until('the answer', () =>
        JSON.stringify(world.slack.state.views).includes('no filter or mute of this channel stopped it'),
      )
      await world.slack.people.closeView({ user: ana, viewId })
    })

    it('has links behind More… to pages prefilled with the mention, and each press is acknowledged', async () => {
      const ts = await people.cardOf(112, { title: 'Acme & Co: 100% down? #1 {url}' })
      const view = await people.moreOf(ts, mei)
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
      const ts = await people.cardOf(113, {
        title: 'Acme lost my order',
        sentiment: 'negative',
        reach: 9_900_000,
      })
      const text = () => people.message(ts)?.text ?? ''
      const { id } = await people.moreOf(ts)
      for (const [typed, error] of [
        ['ACME-12', 'not a web address'],
        ['https://ana:secret@tracker.example/12', 'Leave out the user name'],
        ['https://news.example/113', 'the address of the mention'],
      ] as const)
        expect(await linkTicket(id, typed)).toMatchObject({
          ...{ kind: 'errors', errors: { ticket: expect.stringContaining(error) } },
        })
      expect(text()).not.toContain('Ticket')
      expect(await linkTicket(id, 'https://tracker.example/issues/12')).toMatchObject({
        kind: 'closed',
      })
      await world.until('the ticket', () => text().endsWith('Ticket: https://tracker.example/issues/12'))
      expect(await people.ask('open')).toContain('Ticket: tracker.example/issues/12')
      expect(await people.ask('digest')).toContain('Ticket: tracker.example/issues/12')
      await people.press(ts, 'mention_claim', ben)
      await world.until('the claim', () => text().includes('Claimed by Ben Okafor'))
      expect(text()).toContain('Ticket: https://tracker.example/issues/12')
      const late = await people.moreOf(ts, ben)
      expect(JSON.stringify(late.blocks)).toContain('Linked by Ana Lima')
      const replacing = await people.moreOf(ts)
      expect(await linkTicket(replacing.id, 'https://tracker.example/issues/13')).toMatchObject({
        kind: 'closed',
      })
      expect(await linkTicket(late.id, '', ben)).toMatchObject({
        errors: { ticket: expect.stringContaining('Ana Lima linked another ticket') },
      })
      await world.until('the other ticket', () => text().includes('issues/13'))
      await world.slack.people.closeView({ user: ben, viewId: late.id })
      const unlinking = await people.moreOf(ts, ben)
      expect(await linkTicket(unlinking.id, '', ben)).toMatchObject({ kind: 'closed' })
      await world.until('no ticket', () => !text().includes('Ticket'))
      expect(people.message(ts)?.metadata?.event_payload).toMatchObject({ ids: '113' })
      await people.press(ts, 'mention_done', ben)
      await world.until('done', () => text().includes('✓ Done'))
    })
  })

  describe('a card of a subscription with a list of actions and with links of its own', () => {
    const cardHere = () =>
      people.messages(legal).find(({ metadata }) => Boolean(metadata?.event_payload?.ids))
    const elements = () => {
      const row: unknown = cardHere()?.blocks?.find(({ type }) => type === 'actions')?.elements
      return Array.isArray(row) ? row : []
    }

    it('has only these buttons and links', async () => {
      await world.until('the card', () => elements().length > 0)
      expect(elements().map(({ text }) => text?.text)).toEqual(['Done', 'More…'])
      const { ts = '' } = cardHere() ?? {}
      await world.slack.people.press({ user: ana, channel: legal, ts, actionId: 'mention_more' })
      const view = await people.openView(ana)
      expect(JSON.stringify(view.blocks)).toMatch(/"Legal case".*"https:\/\/cases\.example\/\?t=Acme/)
      expect(JSON.stringify(view.blocks)).not.toMatch(/Create issue|Why was this|Address of the ticket/)
      await world.slack.people.closeView({ user: ana, viewId: view.id })
      await world.slack.people.press({ user: ana, channel: legal, ts, actionId: 'mention_done' })
      await world.until('done', () => cardHere()?.text.includes('✓ Done by Ana Lima') === true)
      expect(elements().map(({ text }) => text?.text)).toEqual(['Reopen', 'More…'])
      await world.slack.people.press({ user: ana, channel: legal, ts, actionId: 'mention_reopen' })
      await world.until('it is open', () => cardHere()?.text.includes('Done') === false)
    })
  })

  describe('several entries of a burst', () => {
    it('get one ticket', async () => {
      for (let id = 201; id <= 212; id++) world.add(id)
      await world.until('the burst', () => world.ids().includes('212'))
      const part = world.posted().find(({ thread, ids }) => thread !== undefined && ids.length > 3)
      const ts = part?.ts ?? ''
      await people.press(ts, 'burst_act', ana)
      const both = part?.ids.slice(0, 2) ?? []
      const chosen = await people.openView(ana)
      await world.slack.people.submitView({
        ...{
          user: ana,
          viewId: chosen.id,
          answers: { entries: { entries: both }, action: { action: 'ticket' } },
        },
      })
      const form = await people.openView(ana)
      expect(JSON.stringify(form.blocks)).toContain('https://tracker.example/new?title=Acme')
      expect(await linkTicket(form.id, 'https://tracker.example/issues/20')).toMatchObject({
        kind: 'closed',
      })
      await world.until('both tickets', () =>
        [1, 2].every((line) =>
          people.message(ts)?.text.split('\n')[line]?.endsWith(' · Ticket: tracker.example/issues/20'),
        ),
      )
    })
  })
})
