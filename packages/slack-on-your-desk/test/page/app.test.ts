import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, openTab, type Tab } from './browser.ts'
import { panelHandler, samplePanel } from './sample-panel.ts'
import { openScene, postCard } from './scene.ts'

describe.skipIf(!hasChromium)('the app on the sandbox’s Slack page', () => {
  let tab: Tab
  beforeAll(async () => {
    tab = await openTab()
  })
  afterAll(() => tab?.close())

  it('can be used by keyboard: a command is completed, and only its user sees the answer', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    await page.keyboard.press('/')
    await page.keyboard.type('men')
    await expect.poll(() => page.getByRole('option').count()).toBe(2)
    await page.keyboard.press('Tab')
    await page.keyboard.type('7d')
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByText('Only visible to you').waitFor()
    const ephemeral = page.getByRole('article').filter({ hasText: 'Only visible to you' })
    expect(await ephemeral.getByRole('button', { name: 'Reply in thread' }).count()).toBe(0)
    await page.getByRole('img', { name: /^line chart, Mentions a day.*Negative 6 to 41/ }).waitFor()
    await page.getByRole('img', { name: /^Pie chart, By source: Reddit 527/ }).waitFor()
    await page.getByRole('button', { name: /^Acting as Ana/ }).press('Enter')
    await page.getByRole('menuitemradio', { name: 'Kim Lee' }).press('Enter')
    await expect.poll(() => page.getByRole('main').getByText('Only visible to you').count()).toBe(0)
  })

  it('can open a modal that shows missing fields, then the app’s errors, and closes when the app accepts', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('/mentions ')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Subscribe' })
    const isAtField = () => page.evaluate('document.activeElement?.matches("input, select, textarea")')
    await dialog.waitFor()
    expect(await isAtField()).toBe(true)
    const submit = dialog.getByRole('button', { name: 'Subscribe' })
    await submit.click()
    await dialog.getByText('Please complete this required field.').waitFor()
    const name = dialog.getByRole('textbox', { name: 'Name' })
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    await name.fill('taken')
    await submit.click()
    await dialog.getByText('This name is taken.').waitFor()
    await name.fill('acme')
    await dialog.getByLabel('News').first().check()
    await submit.click()
    await page.getByRole('main').getByText('ana subscribed acme to C000GENERAL with news, 5, web').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('can open a modal that focuses the field with focus_on_load and offers the app’s suggestions', async () => {
    const scene = await openScene()
    const { page, faults } = tab
    await tab.visit(scene.url)
    await page.getByLabel('Message #general').fill('/ask')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Ask' })
    await dialog.waitFor()
    await expect.poll(() => page.evaluate('document.activeElement?.value')).toBe('two lines\nof text')
    await dialog.getByRole('searchbox').fill('acme')
    await dialog.getByRole('radio', { name: 'acme 2' }).check()
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('main').getByText('ana chose acme 2').waitFor()
    expect(faults).toEqual([])
  })

  it('offers the message shortcuts of the app on each message, but not on those that only one person sees', async () => {
    const scene = await openScene()
    scene.people.post('ben', { channel: 'general', text: 'a thought' })
    const { page, faults } = tab
    await tab.visit(scene.url)
    const thought = page.getByRole('article').filter({ hasText: 'a thought' }).first()
    await thought.hover()
    await thought.getByRole('button', { name: 'Take a note' }).click()
    const answer = page.getByRole('article').filter({ hasText: 'noted: a thought' })
    await answer.waitFor()
    expect(await answer.getByRole('button', { name: 'Take a note' }).count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('keeps the text typed in a modal while another modal is open on top, and Escape closes only the upper one', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    await page.getByLabel('Message #general').fill('/mentions')
    await page.keyboard.press('Enter')
    const first = page.getByRole('dialog', { name: 'Subscribe' })
    await first.getByRole('textbox', { name: 'Name' }).fill('half-ty')
    await first.getByRole('button', { name: 'More…' }).click()
    const second = page.getByRole('dialog', { name: 'More' })
    await second.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => second.count()).toBe(0)
    expect(await first.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('half-ty')
  })

  it('shows its home tab and an empty message tab, and the app learns which of them was opened', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('button', { name: 'your-app' }).click()
    await page.getByRole('heading', { name: 'Your alerts' }).waitFor()
    await page.getByRole('button', { name: 'Messages' }).click()
    await page.getByText('Nothing yet between you and your-app.').waitFor()
    const tabs = () =>
      scene.control
        .envelopes()
        .flatMap(({ payload }) => (payload.event as { tab?: string } | undefined)?.tab ?? [])
    await expect.poll(tabs).toEqual(['home', 'messages'])
  })

  it('has an inspector that shows a message as JSON, the app’s calls and the events sent to the app', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    const ts = await postCard(scene)
    await page.getByRole('article').hover()
    await page.getByRole('button', { name: /JSON/ }).click()
    const tools = page.getByRole('complementary', { name: 'Tools' })
    await expect.poll(() => tools.innerText()).toContain(`"ts": "${ts}"`)
    await tools.getByRole('button', { name: 'Calls' }).click()
    await tools.getByRole('button', { name: /chat.postMessage/ }).click()
    await expect.poll(() => tools.innerText()).toContain('"channel": "C000GENERAL"')
    await page.getByRole('button', { name: 'Claim' }).click()
    await tools.getByRole('button', { name: 'Envelopes' }).click()
    await tools.getByRole('button', { name: /block_actions acknowledged/ }).waitFor()
  })

  it('has no panel beside it if nobody serves one', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    expect(await page.getByRole('button', { name: 'Demo levers' }).count()).toBe(0)
  })

  it('has the panel beside it, with its levers, why one is blocked, and its latest figures', async () => {
    const panel = panelHandler()
    const scene = await openScene(panel.handler)
    const { page, faults } = tab
    await tab.visit(scene.url)
    const tools = page.getByRole('complementary', { name: 'Tools' })
    await tools.getByText('The bot is running').waitFor()
    await tools.getByRole('button', { name: 'Kill the bot' }).click()
    await expect.poll(() => panel.pulled).toEqual(['kill'])
    const blocked = tools.getByRole('button', { name: 'A crisis Not before the bot has started' })
    expect(await blocked.getAttribute('aria-disabled')).toBe('true')
    await blocked.click({ force: true })
    await tools.getByRole('button', { name: 'Kill the bot' }).click()
    await expect.poll(() => panel.pulled).toEqual(['kill', 'kill'])
    await expect.poll(() => panel.listeners()).toBe(1)
    panel.tell(samplePanel(20, 'stopped'))
    await tools.getByText('The bot is stopped').waitFor()
    expect(await tools.getByRole('region', { name: 'Mentions' }).innerText()).toMatch(
      /made\s+60\s+posted\s+40\s+waiting\s+20/,
    )
    const note = tools.getByText('Some may come later.')
    expect(await note.count()).toBe(0)
    panel.tell(samplePanel(19, 'stopped', 'Some may come later.'))
    await note.waitFor()
    expect(faults).toEqual([])
  })
})
