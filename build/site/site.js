// The search of the site. It also works from a file, so it loads scripts and fetches nothing.
const root = new URL('.', document.currentScript.src)
const input = document.getElementById('search')
const found = document.getElementById('found')
const pages = document.querySelector('details.pages')

// On a wide window the list of pages is always open.
const wide = matchMedia('(min-width: 60rem)')
const open = () => {
  pages.open = wide.matches
}
wide.addEventListener('change', open)
open()

function load(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = new URL(name, root)
    script.addEventListener('load', resolve)
    script.addEventListener('error', reject)
    document.head.append(script)
  })
}

let index
async function loadIndex() {
  await Promise.all(['minisearch.js', 'search-index.js'].map(load))
  return window.MiniSearch.loadJSON(window.searchIndex, {
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'at'],
  })
}

async function search() {
  index ??= loadIndex()
  const loaded = await index
  const words = input.value.trim()
  const hits =
    words === '' ? [] : loaded.search(words, { prefix: true, fuzzy: 0.15, boost: { title: 4, page: 2 } })
  const list = document.createElement('ol')
  for (const { title, page, at } of hits.slice(0, 8)) {
    const link = document.createElement('a')
    link.href = new URL(at, root)
    link.textContent = title === page ? page : `${page}: ${title}`
    const item = document.createElement('li')
    item.append(link)
    list.append(item)
  }
  found.replaceChildren(...(words === '' ? [] : hits.length === 0 ? ['Nothing was found.'] : [list]))
}

input.addEventListener('input', search)
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  found.querySelector('a')?.click()
})
