import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '../open.ts'
import { hasChromium, openTab, type Tab } from './browser.ts'
import { openScene, postBurst, postCard, postEverything } from './scene.ts'

const channel = 'C000GENERAL'

describe.skipIf(!hasChromium)('a channel on the sandbox’s Slack page', () => {
  let tab: Tab
  beforeAll(async () => {
    tab = await openTab()
  })
  afterAll(() => tab?.close())

  it('shows a card as soon as it is posted, and announces it to screen readers', async () => {
    const scene = await openScene()
    const { page, faults } = tab
    await tab.visit(scene.url)
    await postCard(scene)
    const card = page.getByRole('article', { name: /^your-app/ })
    await expect.poll(() => card.innerText()).toContain('👎 Negative · Reddit · 48.2k reach')
    expect(await card.getByRole('link', { name: 'Kim Lee' }).getAttribute('href')).toBe(
      'https://reddit.com/user/kim',
    )
    expect(await card.getByText('APP', { exact: true }).count()).toBe(1)
    expect(await page.getByRole('log').innerText()).toContain('your-app: Reddit: Acme app logs me out')
    expect(faults).toEqual([])
  })

  it('shows the number of its unread messages until the user opens the channel', async () => {
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

  it('shows the updated card after a button of the card is pressed', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    await postCard(scene)
    await page.getByRole('button', { name: 'Claim' }).click()
    await page.getByText('Claimed by Ana, 14:05').waitFor()
    expect(await page.getByText('(edited)').count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Claim' }).count()).toBe(0)
  })

  it('shows a pressed button as busy, and after three seconds that the app did not answer', async () => {
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
    await expect.poll(() => button.getAttribute('aria-busy')).toBeNull()
  })

  it('lets a user choose from an overflow menu by keyboard, and Escape returns the focus to the menu’s button', async () => {
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

  it('opens the menu of the newest card so that nothing covers the last item', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    for (let count = 0; count < 8; count++) await postCard(scene)
    const dots = page.getByRole('button', { name: 'More actions' })
    await expect.poll(() => dots.count()).toBe(8)
    await dots.last().click()
    await page.getByRole('menuitem').last().click()
    await page.getByRole('menu').waitFor({ state: 'hidden' })
  })

  it('asks before a button with a confirmation acts', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    await postEverything(scene)
    await page.getByRole('button', { name: 'Mute' }).click()
    const question = page.getByRole('alertdialog', { name: 'Mute this author?' })
    await question.getByRole('button', { name: 'Keep' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(scene.control.envelopes()).toHaveLength(0)
    await page.getByRole('button', { name: 'Mute' }).click()
    await question.getByRole('button', { name: 'Mute' }).click()
    await expect.poll(() => scene.control.envelopes().length).toBe(1)
  })

  it('opens a thread beside the channel, where users can reply, but commands do not work', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    const ts = await postCard(scene)
    await page.getByRole('article').hover()
    await page.getByRole('button', { name: 'Reply in thread' }).click()
    const thread = page.getByRole('complementary', { name: 'Thread' })
    await thread.getByRole('textbox').fill('On it <now>')
    await page.keyboard.press('Enter')
    await thread.getByRole('article').getByText('On it <now>').waitFor()
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

  it('shows reactions, and lets a person add one and take it away', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    const ts = await postCard(scene)
    const article = page.getByRole('main').getByRole('article').last()
    const reactions = () =>
      scene.control
        .messages('general')
        .find((one) => one.ts === ts)
        ?.reactions?.map(({ name }) => name)
    await article.hover()
    await article.getByRole('button', { name: 'React with eyes' }).click()
    await expect.poll(reactions).toEqual(['eyes'])
    const shown = article.getByRole('button', { name: 'eyes: Ana Lima' })
    await shown.click()
    await expect.poll(reactions).toBeUndefined()
    await expect.poll(() => shown.count()).toBe(0)
  })

  it('keeps the focus and the typed text while twenty messages arrive, and shows the messages in order', async () => {
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
})

const deafButton = [
  {
    type: 'actions' as const,
    elements: [
      { type: 'button' as const, action_id: 'deaf', text: { type: 'plain_text' as const, text: 'Deaf' } },
    ],
  },
]
