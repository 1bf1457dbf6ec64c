import { expect, it } from 'vitest'
import { siteFiles } from '../../build/site/site.ts'
import { faultsOfPage, hasChecker } from '../../packages/slack-on-your-desk/test/w3c.ts'

const files = siteFiles()
const pages = [...files.keys()].filter((path) => path.endsWith('.html'))

it.skipIf(!hasChecker).each(pages)(
  'the W3C’s checker of HTML finds no fault in %s of the site',
  async (page) => expect(await faultsOfPage(String(files.get(page)))).toEqual([]),
)
