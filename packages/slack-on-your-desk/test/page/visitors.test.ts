import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageHandler } from '../../src/page-server.ts'
import { hasChromium, openTab, type Tab } from './browser.ts'
import { openScene, postCard } from './scene.ts'

const fullMembers = ['ana', 'ben', 'kim', 'mei']

/** A guest in #support, and a person of another organisation in #brand-watch (Slack Connect). */
const withVisitors = {
  users: [
    ...fullMembers.map((name) => ({ name, ...(name === 'ana' && { displayName: 'Ana Lima' }) })),
    { name: 'gil', displayName: 'Gil Santos', kind: 'guest' as const },
    { name: 'eva', displayName: 'Eva Novak', kind: 'external' as const },
  ],
  channels: [
    { id: 'C000GENERAL', name: 'general', members: fullMembers },
    { id: 'C00000BRAND', name: 'brand-watch', members: [...fullMembers, 'eva'] },
    { id: 'C0000SUPPRT', name: 'support', members: [...fullMembers, 'gil'] },
  ],
}

describe.skipIf(!hasChromium)('on the sandbox’s Slack page,', () => {
  let tab: Tab
  beforeAll(async () => {
    tab = await openTab()
  })
  afterAll(() => tab?.close())

  const channels = () => tab.page.locator('nav[aria-label="Channels"] .place-name').allTextContents()

  /** Opens the menu of users and chooses one by the name and the membership that it shows. */
  async function actAs(name: RegExp) {
    await tab.page.getByRole('button', { name: /^Acting as/ }).click()
    await tab.page.getByRole('menuitemradio', { name }).click()
  }

  it('a guest sees only the guest’s channels and can press a button there', async () => {
    const scene = await openScene(pageHandler(), withVisitors)
    const ts = await postCard(scene, 'C0000SUPPRT')
    await tab.visit(scene.url)
    await actAs(/Gil Santos Guest/)
    expect(await channels()).toEqual(['support', 'your-app'])
    await tab.page.locator(`main article[data-ts="${ts}"]`).getByRole('button', { name: 'Claim' }).click()
    await tab.page.getByText('Claimed by Ana, 14:05').waitFor()
    const presses = scene.control.envelopes().filter(({ payload }) => payload.type === 'block_actions')
    expect(presses[0]?.payload).toMatchObject({ user: { id: 'U0000000GIL' }, channel: { id: 'C0000SUPPRT' } })
    expect(tab.faults).toEqual([])
  })

  it('an external user sees only the shared channel and acts there with the foreign team_id', async () => {
    const scene = await openScene(pageHandler(), withVisitors)
    const ts = await postCard(scene, 'C00000BRAND')
    await tab.visit(scene.url)
    await actAs(/Eva Novak External/)
    expect(await channels()).toEqual(['brand-watch', 'your-app'])
    await tab.page.locator(`main article[data-ts="${ts}"]`).getByRole('button', { name: 'Claim' }).click()
    await tab.page.getByText('Claimed by Ana, 14:05').waitFor()
    const presses = scene.control.envelopes().filter(({ payload }) => payload.type === 'block_actions')
    expect(presses[0]?.payload).toMatchObject({ user: { id: 'U0000000EVA', team_id: 'T0EXTERNAL1' } })
    expect(tab.faults).toEqual([])
  })
})
