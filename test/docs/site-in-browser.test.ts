import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteFiles } from '../../build/site/site.ts'
import {
  hasChromium,
  openTab,
  seriousFaults,
  type Tab,
} from '../../packages/slack-on-your-desk/test/page/browser.ts'

describe.skipIf(!hasChromium)('the site of the docs in a browser', () => {
  let tab: Tab
  const folder = mkdtempSync(join(tmpdir(), 'overheard-site-'))
  const url = (page: string) => pathToFileURL(join(folder, page)).href
  beforeAll(async () => {
    tab = await openTab()
    for (const [file, content] of siteFiles()) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), content)
    }
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await tab?.close()
  })

  it.each([
    { width: 1280, colorScheme: 'light' as const },
    { width: 390, colorScheme: 'light' as const },
    { width: 1280, colorScheme: 'dark' as const },
    { width: 390, colorScheme: 'dark' as const },
  ])('has no serious fault by axe, and does not scroll sideways: $width px, $colorScheme', async (look) => {
    for (const page of [
      'index.html',
      'use/queries.html',
      'reference/configuration.html',
      'use/crisis.html',
    ]) {
      await tab.visit(url(page), look)
      expect({ page, faults: await seriousFaults(tab.page) }).toEqual({ page, faults: [] })
      expect(await tab.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(look.width)
    }
  })

  it('finds a page by what somebody asks', async () => {
    const { page } = tab
    await tab.visit(url('index.html'))
    await page.getByLabel('Search').fill('noisy source')
    await page.getByRole('status').getByRole('link').first().waitFor()
    await page.getByLabel('Search').press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Less noise' }).waitFor()
  })
})
