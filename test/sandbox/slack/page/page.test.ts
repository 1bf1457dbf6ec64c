import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '../open.ts'
import { hasChromium, openTab, type Tab } from './browser.ts'
import { demoHandler, demoState } from './demo.ts'
import { openScene, postBurst, postCard, postEverything } from './scene.ts'

const channel = 'C000GENERAL'

describe.skipIf(!hasChromium)('the page of the workspace', () => {
  let tab: Tab
  beforeAll(async () => {
    tab = await openTab()
  })
  afterAll(() => tab?.close())

  it('shows a card as soon as it is posted, and tells screen readers', async () => {
    const scene = await openScene()
    const { page, faults } = tab
    await tab.visit(scene.url)
    await postCard(scene)
    const card = page.getByRole('article', { name: /^overheard/ })
    await expect.poll(() => card.innerText()).toContain('👎 Negative · Reddit · 48.2k reach')
    expect(await card.getByRole('link', { name: 'Kim Lee' }).getAttribute('href')).toBe(
      'https://reddit.com/user/kim',
    )
    expect(await card.getByText('APP', { exact: true }).count()).toBe(1)
    expect(await page.getByRole('log').innerText()).toContain('overheard: Reddit: Acme app logs me out')
    expect(faults).toEqual([])
  })

  it('counts what is unread in other channels, for each person', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    scene.people.post('kim', { channel: 'support', text: 'Anybody here?' })
    const support = page.getByRole('button', { name: /support/ })
    await expect.poll(() => support.innerText()).toMatch(/1\s+unread/)
    await support.click()
    await page.getByText('Anybody here?').waitFor()
    expect(await support.innerText()).not.toContain('unread')
  })

  it('completes a command by keyboard and shows its answer to the asker only', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    await page.keyboard.press('/')
    await page.keyboard.type('men')
    expect(await page.getByRole('option').count()).toBe(2)
    await page.keyboard.press('Tab')
    await page.keyboard.type('7d')
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByText('Only visible to you').waitFor()
    await page.getByRole('img', { name: /^line chart, Mentions a day.*Negative 6 to 41/ }).waitFor()
    await page.getByRole('img', { name: /^Pie chart, By source: Reddit 527/ }).waitFor()
    await page.getByRole('button', { name: /^Acting as Ana/ }).press('Enter')
    await page.getByRole('menuitemradio', { name: 'Kim Lee' }).press('Enter')
    await expect.poll(() => page.getByRole('main').getByText('Only visible to you').count()).toBe(0)
  })

  it('updates a card when its button is pressed', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    await postCard(scene)
    await page.getByRole('button', { name: 'Claim' }).click()
    await page.getByText('Claimed by Ana, 14:05').waitFor()
    expect(await page.getByText('(edited)').count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Claim' }).count()).toBe(0)
  })

  it('shows that a button works, and after three seconds without an acknowledgement that the app did not answer', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    await clientOf(scene).chat.postMessage({ channel, text: 'x', blocks: deafButton })
    const button = page.getByRole('button', { name: 'Deaf' })
    await button.click()
    await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
    await expect.poll(() => scene.control.envelopes().length).toBe(1)
    scene.clock.advance(3000)
    await page.getByText('The app did not answer. Please try again.').waitFor()
    expect(await button.getAttribute('aria-busy')).toBeNull()
  })

  it('chooses from an overflow menu by keyboard, and Escape gives the focus back', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    await postCard(scene)
    const dots = page.getByRole('button', { name: 'More actions' })
    await dots.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => dots.evaluate('document.activeElement?.ariaLabel')).toBe('More actions')
    await dots.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => JSON.stringify(scene.control.envelopes().at(-1)?.payload))
      .toContain('"mute site…"')
  })

  it('asks before a button that wants it', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    await postEverything(scene)
    await page.getByRole('button', { name: 'Mute' }).click()
    const question = page.getByRole('alertdialog', { name: 'Mute this author?' })
    await question.getByRole('button', { name: 'Keep' }).click()
    expect(scene.control.envelopes()).toHaveLength(0)
    await page.getByRole('button', { name: 'Mute' }).click()
    await question.getByRole('button', { name: 'Mute' }).click()
    await expect.poll(() => scene.control.envelopes().length).toBe(1)
  })

  it('fills in a modal: what is missing, what the app refuses, and then it is done', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('/mentions ')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Subscribe' })
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
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('keeps what is typed below when a modal is pushed on top, and Escape closes one at a time', async () => {
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

  it('opens a thread beside the channel and replies in it; commands do not run there', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    const ts = await postCard(scene)
    await page.getByRole('article').hover()
    await page.getByRole('button', { name: 'Reply in thread' }).click()
    const thread = page.getByRole('complementary', { name: 'Thread' })
    await thread.getByRole('textbox').fill('On it <now>')
    await page.keyboard.press('Enter')
    await thread.getByText('On it <now>').waitFor()
    expect(scene.control.messages('general').at(-1)).toMatchObject({
      thread_ts: ts,
      text: 'On it &lt;now&gt;',
    })
    await page.getByRole('main').getByText('1 reply').waitFor()
    await thread.getByRole('textbox').fill('/mentions')
    await page.keyboard.press('Enter')
    await page.getByText('/mentions is not supported in threads. Sorry!').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => thread.count()).toBe(0)
  })

  it('keeps focus and half-typed text while twenty messages arrive in their order', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    const composer = page.getByLabel('Message #general')
    await composer.fill('half a tho')
    await postBurst(scene, 20)
    await page.getByRole('main').getByText('Mention 20 of 20').waitFor()
    await page.keyboard.type('ught')
    expect(await composer.inputValue()).toBe('half a thought')
    const texts = await page.getByRole('article').locator('.content').allInnerTexts()
    expect(texts).toEqual(Array.from({ length: 20 }, (_, index) => `Mention ${index + 1} of 20`))
    await expect.poll(() => page.getByRole('main').getByText('Mention 20 of 20').isVisible()).toBe(true)
  })

  it('opens the app’s home tab', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    await page
      .getByRole('navigation', { name: 'Channels' })
      .getByRole('button', { name: 'overheard' })
      .click()
    await page.getByRole('heading', { name: 'Your alerts' }).waitFor()
    await page.getByRole('button', { name: 'Messages' }).click()
    await page.getByText('Nothing yet between you and overheard.').waitFor()
  })

  it('inspects a message, the calls and the envelopes', async () => {
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

  it('hides the levers where there is no demo', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    expect(await page.getByRole('button', { name: 'Demo levers' }).count()).toBe(0)
  })

  it('pulls the demo’s levers and counts along', async () => {
    const demo = demoHandler()
    const scene = await openScene(demo.handler)
    const { page, faults } = tab
    await tab.visit(scene.url)
    const tools = page.getByRole('complementary', { name: 'Tools' })
    await tools.getByText('The bot is running').waitFor()
    await tools.getByRole('button', { name: 'Kill the bot' }).click()
    await expect.poll(() => demo.pulled).toEqual(['kill'])
    await expect.poll(() => demo.listeners()).toBe(1)
    const counter = { made: 62, posted: 42, waiting: 20, lost: 0, twice: 0 }
    demo.tell({ ...demoState, counter, bot: { state: 'stopped', restarts: 1 } })
    await tools.getByText('The bot is stopped').waitFor()
    expect(await tools.getByRole('region', { name: 'Mentions' }).innerText()).toMatch(
      /made\s+62\s+posted\s+42\s+waiting\s+20/,
    )
    expect(faults).toEqual([])
  })
})

const deafButton = [
  {
    type: 'actions' as const,
    elements: [
      { type: 'button' as const, action_id: 'deaf', text: { type: 'plain_text' as const, text: 'Deaf' } },
    ],
  },
]
