import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hasChromium, openTab, type Tab } from '../../packages/slack-on-your-desk/test/page/browser.ts'
import { betweenPapers, outageMs } from '../../sandbox/demo/levers.ts'
import { startDemo } from '../../src/cli/demo.ts'
import { onPostgres } from '../tools/e2e/bot-world.ts'
import { freePort } from '../tools/free-port.ts'
import { createHandTimers } from '../tools/manual-clock.ts'
import { programOf } from '../tools/program.ts'

/** The levers of the demo in a browser, with the real bot. */

const path = process.env.PATH
const panel = z.object({ sections: z.array(z.looseObject({ kind: z.string() })) })
const counter = z.object({ figures: z.array(z.object({ label: z.string(), value: z.number() })) })

describe.skipIf(!hasChromium || onPostgres)('in the demo (needs a browser),', () => {
  const clock = createHandTimers(Date.now())
  let keep: string
  let demo: Awaited<ReturnType<typeof startDemo>>
  let tab: Tab
  let shownEarly: unknown
  beforeAll(async () => {
    keep = mkdtempSync(join(tmpdir(), 'overheard-demo-levers-'))
    const variables = { PATH: path }
    const port = await freePort()
    const earlierPage = panelAsSoonAsPossible(`http://127.0.0.1:${port}`)
    demo = await startDemo({
      service: 'embedded',
      port,
      keep,
      program: programOf('src/main.ts'),
      variables,
      print: () => undefined,
      leverClock: clock,
      // A trigger expires in real time, and a busy machine may need more than Slack's three seconds.
      ackMs: 60_000,
    })
    shownEarly = await earlierPage
    tab = await openTab()
    await tab.visit(demo.url)
    await tab.page.getByText('support', { exact: true }).first().click()
    await tab.page.getByText('Watching Acme support').first().waitFor({ timeout: 200_000 })
  })
  afterAll(async () => {
    await tab?.close()
    await demo?.stop()
    rmSync(keep, { recursive: true, force: true })
  })

  /** A dialog that a failed test left open would also block all later tests. */
  afterEach(async () => {
    if ((await tab.page.getByRole('dialog').count()) > 0) await tab.page.keyboard.press('Escape')
  })

  it('a page that is still open from an earlier demo shows that the bot is starting', () => {
    expect(JSON.stringify(shownEarly)).toContain('The bot is starting')
  })

  it('the button "A crisis" is blocked, with the reason, until the bot knows how many mentions are usual', () => {
    expect(JSON.stringify(shownEarly)).toContain('the bot first reads how many mentions are usual')
  })

  it('the button "A crisis" makes a live card in the channel, and the counter of lost and repeated mentions stays at zero', async () => {
    await tab.page.getByRole('button', { name: /A crisis/ }).click({ timeout: 200_000 })
    await tab.page
      .getByText(/Spike in mentions: /)
      .first()
      .waitFor({ timeout: 200_000 })
    await expect
      .poll(() => countsOf(demo.url), { timeout: 200_000 })
      .toMatchObject({ waiting: 0, lost: 0, twice: 0 })
  })

  it('the button "A story travels" makes one growing card, and a second card at tenfold reach', async () => {
    await tab.page.getByRole('button', { name: /A story travels/ }).click()
    await tab.page.getByText('general', { exact: true }).first().click()
    await expect.poll(() => clock.waiting()).toBe(13)
    // The first paper comes at once.
    for (const [more, line] of [
      [11, '12 places · 1.3M combined reach'],
      [1, 'Still spreading: now in 13 places'],
    ] as const) {
      clock.pass(more * betweenPapers)
      await tab.page.getByText(line).first().waitFor({ timeout: 200_000 })
    }
    const cards = tab.page.getByRole('link', { name: /Acme lets \d+ companies/ })
    expect(await cards.count()).toBe(2)
  })

  it('the button "An hour passes" ends the spike, and no mention is lost or repeated', async () => {
    await open('support')
    await tab.page.getByRole('button', { name: /An hour passes/ }).click()
    await tab.page
      .getByText(/Spike over/)
      .first()
      .waitFor({ timeout: 200_000 })
    await expect
      .poll(() => countsOf(demo.url), { timeout: 200_000 })
      .toMatchObject({ waiting: 0, lost: 0, twice: 0 })
  })

  describe('a person', () => {
    const phrase = (words: string | RegExp) => tab.page.getByText(words).first()
    /** The newest card of a channel that nobody has, and its title. */
    async function freshCard() {
      await open('brand-watch')
      const card = tab.page
        .locator('main article')
        .filter({ has: tab.page.getByRole('button', { name: 'Claim', exact: true }) })
        // Some generated mentions have an address that cannot be a link.
        .filter({ has: tab.page.getByRole('link') })
        .last()
      await card.waitFor({ timeout: 200_000 })
      const ts = await card.getAttribute('data-ts')
      return tab.page.locator(`main article[data-ts="${ts}"]`)
    }
    async function choose(card: Locator, choice: string) {
      await card
        .getByRole('button', { name: /menu|more|options|⋯/i })
        .last()
        .click()
      await tab.page.getByRole('menuitem', { name: choice }).click()
    }
    async function actAs(name: string) {
      await tab.page.getByRole('button', { name: /^Acting as/ }).click()
      await tab.page.getByRole('menuitemradio', { name }).click()
    }

    it('creates a ticket on the prefilled page of the ticket tracker behind More…, and links it, so that the card shows it', async () => {
      const card = await freshCard()
      const address = (await card.getByRole('link').first().getAttribute('href')) ?? ''
      await choose(card, 'More…')
      const dialog = tab.page.getByRole('dialog', { name: 'More' })
      const opening = tab.page.waitForEvent('popup')
      await dialog.getByRole('link', { name: 'Create ticket' }).click()
      const tracker = await opening
      expect(await tracker.getByLabel('Title').inputValue()).not.toBe('')
      expect(new URL(await tracker.getByLabel('Mention').inputValue()).href).toBe(new URL(address).href)
      await tracker.getByRole('button', { name: 'Create' }).click()
      const ticketAddress = await tracker.getByLabel('Address, for the card in Slack').first().inputValue()
      expect(new URL(ticketAddress).pathname).toBe('/tickets/1')
      await tracker.close()
      await dialog.getByRole('textbox', { name: 'Address of the ticket' }).fill(ticketAddress)
      await dialog.getByRole('button', { name: 'Save' }).click()
      const ticket = card.getByRole('link', { name: ticketAddress.replace('http://', '') })
      await ticket.waitFor()
      expect(await ticket.getAttribute('href')).toBe(ticketAddress)
    })

    it('on watch gets a direct message about an urgent mention that nobody claims, and claims it there', async () => {
      await open('support')
      const urgent = tab.page.locator('main article').filter({ has: tab.page.getByText('Ben Okafor') })
      const before = await urgent.count()
      await tab.page.getByRole('button', { name: /An urgent mention/ }).click()
      await urgent.nth(before).waitFor({ timeout: 200_000 })
      await tab.page.getByRole('button', { name: /An hour passes/ }).click()
      await openDirectMessages()
      const call = tab.page.locator('main article').filter({ hasText: 'Nobody has claimed this' }).last()
      await call.getByRole('link', { name: 'Show in channel' }).waitFor({ timeout: 200_000 })
      await call.getByRole('button', { name: 'Claim' }).click()
      await phrase('Claimed by Ana Lima').waitFor()
      await open('support')
      await tab.page.locator('main article').last().getByText('Claimed by Ana Lima').waitFor()
    })

    it('claims a mention, and the log of the webhook receiver shows the event, with the signature verified', async () => {
      const card = await freshCard()
      await card.getByRole('button', { name: 'Claim', exact: true }).click()
      const log = tab.page.getByRole('region', { name: 'Webhook receiver' })
      const event = log.getByRole('listitem').filter({ hasText: 'mention.claimed' }).first()
      await event.getByText('✓ verified').waitFor()
      await event.getByText('Ana Lima: ').waitFor()
    })

    it('can hand a mention over: the colleague gets a direct message, and finishes the mention there', async () => {
      const card = await freshCard()
      await choose(card, 'Assign to…')
      const dialog = tab.page.getByRole('dialog', { name: 'Assign mention' })
      await dialog.getByRole('combobox').selectOption({ label: 'Ben Okafor' })
      await dialog.getByRole('textbox').fill('Your topic')
      await dialog.getByRole('button', { name: 'Assign' }).click()
      await card.getByText('Assigned to Ben Okafor by Ana Lima').waitFor()
      await actAs('Ben Okafor')
      await openDirectMessages()
      await phrase('Ana Lima assigned this to you').waitFor()
      await phrase('“Your topic”').waitFor()
      await tab.page.locator('main article').last().getByRole('button', { name: 'Done' }).click()
      await phrase('✓ Done by Ben Okafor').waitFor()
      await actAs('Ana Lima')
      await open('brand-watch')
      await card.getByText('✓ Done by Ben Okafor').waitFor()
    })

    it('claims a mention with the reaction 👀, which a colleague sees, and ends the claim by removing the reaction', async () => {
      const card = await freshCard()
      await card.hover()
      await card.getByRole('button', { name: 'React with eyes' }).click()
      await card.getByText('Claimed by Ana Lima').waitFor()
      await actAs('Ben Okafor')
      await card.getByText('Claimed by Ana Lima').waitFor()
      await actAs('Ana Lima')
      await card.getByRole('button', { name: 'eyes: Ana Lima' }).click()
      await card.getByRole('button', { name: 'Claim', exact: true }).waitFor()
    })

    it('can snooze a mention for an hour, and gets it back after the button "An hour passes"', async () => {
      const card = await freshCard()
      await choose(card, 'Snooze…')
      await tab.page
        .getByRole('dialog', { name: 'Snooze mention' })
        .getByRole('button', { name: 'Snooze' })
        .click()
      await card.getByText('Snoozed').waitFor()
      await tab.page.getByRole('button', { name: /An hour passes/ }).click()
      await openDirectMessages()
      await phrase('Open again: you snoozed this').waitFor()
    })
  })

  it('a person compares the brand with its competitors over the last month, and reads shares and a chart', async () => {
    await open('brand-watch')
    const composer = tab.page.getByLabel('Message #brand-watch')
    await composer.fill('/mentions-stats Acme brand vs Acme competitors 30d')
    await composer.press('Enter')
    const answer = tab.page
      .locator('main article')
      .filter({ hasText: 'Acme brand vs Acme competitors, last 30 days' })
    await answer.getByRole('rowheader', { name: 'Acme competitors' }).waitFor({ timeout: 200_000 })
    const shares = (await answer.getByRole('cell').allInnerTexts()).filter((text) => /^\d+%$/.test(text))
    expect(
      shares
        .slice(0, 4)
        .map(Number.parseFloat)
        .every((share) => share > 5 && share < 95),
    ).toBe(true)
    await answer.locator('svg.chart-drawing').waitFor()
    await answer.getByText(/Shares are of [\d,]+ mentions/).waitFor()
  })

  it('the button "A digest now" posts a digest with a thread, and another one when it is pressed again', async () => {
    await open('marketing')
    const digests = tab.page.locator('main article').filter({ hasText: /weekly/i })
    for (const count of [1, 2]) {
      await tab.page.getByRole('button', { name: /A digest now/ }).click()
      const digest = digests.nth(count - 1)
      await digest.waitFor({ timeout: 200_000 })
      await digest.getByRole('button', { name: /\d+ repl/ }).waitFor({ timeout: 200_000 })
    }
  })

  it('after the button "A channel is archived", the owner gets a direct message, and no mention is lost or repeated', async () => {
    await tab.page.getByRole('button', { name: /A channel is archived/ }).click()
    await openDirectMessages()
    const messages = tab.page.locator('main article').filter({ hasText: '#brand-watch' })
    await messages.first().waitFor({ timeout: 200_000 })
    clock.pass(outageMs)
    await expect
      .poll(() => countsOf(demo.url), { timeout: 200_000 })
      .toMatchObject({ waiting: 0, lost: 0, twice: 0 })
  })

  it('after the buttons "Kill the bot" and "The token is refused", the next process sends the owner a direct message about the token', async () => {
    // A process sends such messages 30 s apart, so the one before would delay this message.
    await tab.page.getByRole('button', { name: /Kill the bot/ }).click()
    await tab.page.getByRole('button', { name: /The token is refused/ }).click()
    await openDirectMessages()
    await tab.page.locator('main article').filter({ hasText: /token/i }).first().waitFor({ timeout: 200_000 })
    clock.pass(outageMs)
    await tab.page
      .getByRole('button', { name: /The token is refused for 30 s/ })
      .waitFor({ timeout: 200_000 })
  })

  /** Opens a channel. */
  /** Until the page shows the channel, a search for a card finds those of the channel before. */
  async function open(channel: string) {
    const place = tab.page.locator('.place', { hasText: channel }).first()
    await place.click()
    await expect.poll(() => place.getAttribute('aria-current'), { timeout: 200_000 }).toBe('page')
  }

  /** Opens Ana's direct messages with the bot, which the demo names as the owner. */
  async function openDirectMessages() {
    await open('overheard')
    await tab.page
      .getByRole('navigation', { name: 'The app' })
      .getByRole('button', { name: 'Messages' })
      .click()
  }

  it('the home tab proposes to mute an author of the last weeks, shows the mentions, and mutes the author', async () => {
    await open('overheard')
    await tab.page.getByRole('navigation', { name: 'The app' }).getByRole('button', { name: 'Home' }).click()
    await tab.page
      .getByText(
        /would have held back 28 of \d+ mentions in four weeks\. None was claimed, and \d+ were marked/,
      )
      .waitFor()
    await tab.page.getByRole('button', { name: 'Show them' }).click()
    await tab.page.getByRole('dialog').getByRole('link', { name: 'Acme running shoes, 47% off' }).waitFor()
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await tab.page.getByRole('button', { name: 'Mute 30 days' }).click()
    await tab.page.getByText('Proposed mute').waitFor({ state: 'detached' })
    await open('support')
    const notice = tab.page
      .locator('main article')
      .filter({ hasText: /muted the author Daily Deals for 30 days/ })
    await notice.getByRole('button', { name: 'Undo' }).waitFor()
  })

  it('the page shows the remaining seconds of a Slack outage until it ends', async () => {
    await tab.page.getByRole('button', { name: /Slack is down for 30 s/ }).click()
    await tab.page.getByRole('button', { name: 'Slack is down: 30 s left' }).waitFor({ timeout: 200_000 })
    clock.pass(outageMs - 7000)
    await tab.page.getByRole('button', { name: 'Slack is down: 7 s left' }).waitFor({ timeout: 200_000 })
    clock.pass(7000)
    await tab.page.getByRole('button', { name: /Slack is down for 30 s/ }).waitFor({ timeout: 200_000 })
  })
})

/** The state of the panel, asked again and again until the page answers. */
async function panelAsSoonAsPossible(url: string): Promise<unknown> {
  for (;;) {
    const answer = await fetch(`${url}/_panel/state`).catch(() => undefined)
    if (answer !== undefined) return answer.json()
    await setImmediate()
  }
}

/** The counter of the panel, by label. */
async function countsOf(url: string): Promise<Record<string, number>> {
  const { sections } = panel.parse(await (await fetch(new URL('/_panel/state', url))).json())
  const { figures } = counter.parse(sections.find(({ kind }) => kind === 'figures'))
  return Object.fromEntries(figures.map(({ label, value }) => [label, value]))
}
