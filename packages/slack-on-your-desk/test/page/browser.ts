/** Opens the workspace's page in the system's Chromium. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Page } from 'playwright-core'
import { z } from 'zod'

const executablePath = '/usr/bin/chromium'

/** With `CI=true` a missing Chromium is an error, so that no test is skipped silently. */
export const hasChromium = existsSync(executablePath)

if (!hasChromium && process.env.CI === 'true')
  throw new Error(`The browser tests need Chromium at ${executablePath}.`)
if (!hasChromium) process.stderr.write(`No Chromium at ${executablePath}: the browser tests are skipped.\n`)

const switches = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

type Look = { colorScheme?: 'light' | 'dark'; width?: number; height?: number }

/** One tab of a browser. `faults` are console errors and requests to other hosts. */
export type Tab = {
  page: Page
  faults: string[]
  /**
   * Opens the page of a workspace. Each workspace has its own port, so the browser remembers nothing of the last one.
   */
  visit: (url: string, look?: Look) => Promise<void>
  close: () => Promise<void>
}

/** Starts a browser with one tab for all tests of a file, because the start takes longer than most tests. */
export async function openTab(): Promise<Tab> {
  const browser = await chromium.launch({ executablePath, args: switches })
  const page = await browser.newPage()
  // Only ends what hangs: the machine may be busy.
  page.setDefaultTimeout(200_000)
  const faults: string[] = []
  watch(page, faults)
  return {
    page,
    faults,
    visit: (url, look = {}) => visit(page, faults, url, look),
    close: () => browser.close(),
  }
}

function watch(page: Page, faults: string[]): void {
  page.on('console', (line) => void (line.type() === 'error' && faults.push(line.text())))
  // The console names neither the request nor the reason.
  page.on('response', async (response) => {
    if (response.status() < 400) return
    const { url, body } = { url: response.url(), body: response.request().postData() ?? '' }
    faults.push(`${response.status()} of ${url} ${body}: ${await response.text().catch(String)}`)
  })
  page.on('pageerror', (error) => void faults.push(String(error)))
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') faults.push(`asked for ${request.url()}`)
  })
}

async function visit(page: Page, faults: string[], url: string, look: Look): Promise<void> {
  const { colorScheme = 'light', width = 1280, height = 800 } = look
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height })
  await page.goto(url)
  await page.getByRole('main').waitFor()
  faults.length = 0
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const violations = z.array(z.object({ id: z.string(), impact: z.string(), nodes: z.array(z.string()) }))

/** The serious and critical problems that axe-core finds in the page, or only in the element of a selector, with their elements. */
export async function seriousFaults(page: Page, selector = 'html') {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe)
  const found: unknown = await page.evaluate(`axe.run(${JSON.stringify(selector)}).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map((node) => node.html) })))`)
  return violations.parse(found).filter(({ impact }) => impact === 'serious' || impact === 'critical')
}
