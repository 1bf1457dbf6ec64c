import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '../open.ts'
import { hasChromium, openTab, type Tab } from './browser.ts'
import { openScene } from './scene.ts'

const channel = 'C000GENERAL'

/** More messages than the page shows at first. */
const many = 130

describe.skipIf(!hasChromium)('the address of a message', () => {
  let tab: Tab
  beforeAll(async () => {
    tab = await openTab()
  })
  afterAll(() => tab?.close())

  async function openWithMessages() {
    const scene = await openScene()
    const client = clientOf(scene)
    for (let index = 0; index < many; index += 1)
      await client.chat.postMessage({ channel, text: `message ${index}` })
    const { messages = [] } = await client.conversations.history({ channel, limit: many })
    const oldest = String(messages.at(-1)?.ts)
    const permalinkOf = async (ts: string) =>
      String((await client.chat.getPermalink({ channel, message_ts: ts })).permalink)
    return { scene, client, oldest, permalinkOf }
  }

  it('shows this message in its channel, however old it is', async () => {
    const { oldest, permalinkOf } = await openWithMessages()
    await tab.visit(await permalinkOf(oldest))
    const message = tab.page.getByText('message 0', { exact: true })
    await message.waitFor()
    await expect.poll(() => isInView(message)).toBe(true)
    expect(tab.faults).toEqual([])
  })

  it('shows a reply in its thread', async () => {
    const { client, oldest, permalinkOf } = await openWithMessages()
    const { ts } = await client.chat.postMessage({ channel, thread_ts: oldest, text: 'the reply' })
    await tab.visit(await permalinkOf(String(ts)))
    const thread = tab.page.getByRole('complementary', { name: 'Thread' })
    await thread.getByText('the reply').waitFor()
    expect(tab.faults).toEqual([])
  })

  it('opens in the same page if it is a link in a message', async () => {
    const { scene, client, oldest, permalinkOf } = await openWithMessages()
    await tab.visit(scene.url)
    await client.chat.postMessage({ channel, text: `see <${await permalinkOf(oldest)}|the first>` })
    await tab.page.getByRole('link', { name: 'the first' }).click()
    const message = tab.page.getByText('message 0', { exact: true })
    await expect.poll(() => isInView(message)).toBe(true)
    expect(tab.page.context().pages()).toHaveLength(1)
  })

  it('opens in the same page if it is a choice of a menu, and the app hears of the press', async () => {
    const { scene, client, oldest, permalinkOf } = await openWithMessages()
    await tab.visit(scene.url)
    const option = {
      text: { type: 'plain_text' as const, text: 'Open message' },
      value: 'link',
      url: await permalinkOf(oldest),
    }
    const menu = { type: 'overflow' as const, action_id: 'more', options: [option] }
    await client.chat.postMessage({
      channel,
      text: 'a menu',
      blocks: [{ type: 'actions', elements: [menu] }],
    })
    await tab.page.getByRole('button', { name: 'More actions' }).click()
    await tab.page.getByRole('menuitem', { name: 'Open message' }).click()
    const message = tab.page.getByText('message 0', { exact: true })
    await expect.poll(() => isInView(message)).toBe(true)
    await expect
      .poll(() => JSON.stringify(scene.control.envelopes().at(-1)?.payload))
      .toContain('"value":"link"')
    expect(tab.page.context().pages()).toHaveLength(1)
  })

  it('says so if the message was deleted', async () => {
    const { scene, client, oldest, permalinkOf } = await openWithMessages()
    const address = await permalinkOf(oldest)
    await client.chat.delete({ channel, ts: oldest })
    await tab.visit(address)
    await tab.page.getByText(/^This message was deleted/).waitFor()
    expect(new URL(scene.url).origin).toBe(new URL(address).origin)
  })
})

describe.skipIf(!hasChromium)('an answer that only I see', () => {
  it('is scrolled to if I read older messages', async () => {
    const tab = await openTab()
    const scene = await openScene()
    const client = clientOf(scene)
    for (let index = 0; index < 60; index += 1)
      await client.chat.postMessage({ channel, text: `message ${index}` })
    await tab.visit(scene.url)
    await tab.page.getByText('message 0', { exact: true }).scrollIntoViewIfNeeded()
    await tab.page.getByRole('textbox', { name: 'Message #general' }).fill('/mentions-stats')
    await tab.page.keyboard.press('Enter')
    const answer = tab.page.getByText('Only visible to you', { exact: true })
    await expect.poll(() => isInView(answer)).toBe(true)
    await tab.close()
  })
})

async function isInView(element: ReturnType<Tab['page']['getByText']>): Promise<boolean> {
  return element.evaluate((node) => {
    const pane = node.closest('.scroll')?.getBoundingClientRect()
    const { top, bottom } = node.getBoundingClientRect()
    return pane !== undefined && top >= pane.top && bottom <= pane.bottom
  })
}
