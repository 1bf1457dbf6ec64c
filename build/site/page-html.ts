import { posix } from 'node:path'

/** A page of the site: its path there, its title, its HTML, and the Markdown that it was made from. */
export type Page = { path: string; title: string; html: string; text: string }

/** Returns a function that gives the anchor of each heading of a page, in their order, as GitHub does. */
export function anchorsFor(): (heading: string) => string {
  const given = new Map<string, number>()
  return (heading) => {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
    const count = given.get(anchor) ?? 0
    given.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  }
}

const groups = [
  ['In Slack', /^use\//],
  ['Run it', /^run\//],
  ['How it works', /^build\//],
  ['Reference', /^reference\//],
  ['Project', /^[A-Z]+\.html$/],
] as const

/** Returns the whole HTML of a page, with links to all pages. It asks for nothing outside of the site. */
export function pageHtml(page: Page, pages: Page[]): string {
  const folder = posix.dirname(page.path)
  const to = (path: string) => posix.relative(folder, path)
  const item = ({ path, title }: Page) =>
    `<li><a href="${to(path)}"${path === page.path ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`
  const group = ([name, pattern]: (typeof groups)[number]) =>
    `<h2>${name}</h2><ul>${pages
      .filter(({ path }) => pattern.test(path))
      .map(item)
      .join('')}</ul>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)} · Overheard</title>
<link rel="stylesheet" href="${to('site.css')}">
<script defer src="${to('site.js')}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the page</a>
<header>
<a class="name" href="${to('index.html')}">Overheard</a>
<form role="search" aria-label="Pages"><label for="search">Search</label> <input id="search" type="search" autocomplete="off"></form>
</header>
<div class="found" id="found" role="status"></div>
<div class="columns">
<details class="pages"><summary>All pages</summary><nav aria-label="All pages">${groups.map(group).join('')}</nav></details>
<main id="content">
${page.html}</main>
</div>
</body>
</html>
`
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
