import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, posix } from 'node:path'
import { marked } from 'marked'
import MiniSearch from 'minisearch'
import { anchorsFor, type Page, pageHtml } from './page-html.ts'

/** Pages outside of docs/ that are part of the site. */
const others = ['SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md']

/** Returns the files of the site, by their paths in its folder. */
export function siteFiles(): Map<string, string | Buffer> {
  const pages = [...globSync('docs/**/*.md').sort(), ...others].map(readPage)
  const files = new Map<string, string | Buffer>(pages.map((page) => [page.path, pageHtml(page, pages)]))
  for (const file of globSync('docs/**/*.{png,gif,json}')) files.set(pathOf(file), readFileSync(file))
  files.set('search-index.js', `var searchIndex = ${JSON.stringify(JSON.stringify(indexOf(pages)))}\n`)
  const program = createRequire(import.meta.url).resolve('minisearch')
  files.set('minisearch.js', readFileSync(join(program, '../../umd/index.js')))
  for (const name of ['site.css', 'site.js']) files.set(name, readFileSync(join(import.meta.dirname, name)))
  return files
}

/** The path in the site of a file of the repository. */
const pathOf = (file: string) => file.replace(/^docs\//, '').replace(/\.md$/, '.html')

function readPage(file: string): Page {
  const text = readFileSync(file, 'utf8').replaceAll(/<!--[\s\S]*?-->/g, '')
  const [, title = file] = /^# (.+)$/m.exec(text) ?? []
  return { path: pathOf(file), title: title.replaceAll(/[`*]/g, ''), html: htmlOf(file, text), text }
}

function htmlOf(file: string, text: string): string {
  const anchorOf = anchorsFor()
  const renderer = new marked.Renderer()
  const { table, code } = renderer
  renderer.heading = function ({ tokens, depth, text: heading }) {
    return `<h${depth} id="${anchorOf(heading)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
  }
  renderer.link = function ({ href, tokens }) {
    const words = this.parser.parseInline(tokens)
    const goal = goalOf(file, href)
    return goal === undefined ? words : `<a href="${goal.replaceAll('&', '&amp;')}">${words}</a>`
  }
  // A wide table or program scrolls by itself, with the keyboard, too, so that the page does not.
  renderer.table = function (token) {
    return `<div class="table" tabindex="0">${table.call(this, token)}</div>`
  }
  renderer.code = function (token) {
    return code.call(this, token).replace('<pre>', '<pre tabindex="0">')
  }
  return marked.parse(text, { renderer, async: false })
}

/** Where a link leads in the site. Undefined: to a file of the repository that is no part of it. */
function goalOf(file: string, href: string): string | undefined {
  if (/^([a-z]+:|#)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const goal = posix.join(posix.dirname(file), path)
  if (!goal.startsWith('docs/') && !others.includes(goal)) return undefined
  const relative = posix.relative(posix.dirname(pathOf(file)), pathOf(goal))
  return anchor === undefined ? relative : `${relative}#${anchor}`
}

/** What the search in the browser knows: a chapter is found by its heading, its page and its words. */
export const searchOptions = { fields: ['title', 'page', 'text'], storeFields: ['title', 'page', 'at'] }

function indexOf(pages: Page[]): MiniSearch {
  const index = new MiniSearch(searchOptions)
  for (const { path, title: page, text } of pages) {
    const anchorOf = anchorsFor()
    for (const chapter of text.split(/^(?=#{1,3} )/m)) {
      const [, heading] = /^#+ (.+)$/m.exec(chapter) ?? []
      if (heading === undefined) continue
      const at = `${path}#${anchorOf(heading)}`
      index.add({ id: at, title: heading.replaceAll(/[`*]/g, ''), page, at, text: chapter })
    }
  }
  return index
}
