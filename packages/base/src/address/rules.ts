/**
 * What canonical-address.ts knows of the web, as data. The names of parameters are those that their makers document. We compared them with what
 * Firefox, Brave and miniflux (Apache 2.0) remove; no list is copied here, because the licences of those of AdGuard, uBlock (GPL) and ClearURLs
 * (LGPL) do not allow it. A rule belongs here only if it is true on every site that it names: two pages that become one lose a mention, and a page
 * that stays two only doubles one.
 */

/** Parameters that never choose what a page shows. The pattern matches the whole name, in any case. `values` limits a rule to these values. */
export type ParameterRule = { source: string; names: RegExp; hosts?: RegExp; values?: RegExp }

const whole = (...names: string[]) => new RegExp(`^(?:${names.join('|')})$`, 'i')

/** A place where a reader was, as sites write it in parameters that can be an id elsewhere: `rss`, `twitter_share`, `hvper.com`. `share-7` is an id. */
const place =
  /^(?:(?:rss|feeds?|atom|twitter|tw|twt|facebook|fb|linkedin|whatsapp|telegram|e?mail|newsletters?|social|share|shared|home|home-?page|front-?page|producthunt|product-?hunt|hackernews|hn|reddit|pocket|flipboard|feedly|instapaper|googlenews)(?:[-_.:](?!\d+$)[\w.:-]*)?|(?:https?:\/\/)?(?:[a-z][a-z0-9-]*\.)+[a-z]{2,}\/?)$/i

export const tracking: readonly ParameterRule[] = [
  {
    source: 'Google Analytics and Ads',
    names: whole(
      'utm_.*',
      '_ga',
      '_gac',
      '_gl',
      'gclid',
      'gclsrc',
      'dclid',
      'gbraid',
      'wbraid',
      'gad_(?:source|campaignid)',
      'srsltid',
    ),
  },
  {
    source: 'Meta',
    names: whole('fbclid', 'fb_(?:action_ids|action_types|ref|source)', 'igsh(?:id)?', 'mibextid', '_rdr'),
  },
  {
    source: 'Meta',
    hosts: /(?:^|\.)(?:facebook|instagram)\.com$/,
    names: whole('__cft__.*', '__tn__', 'hc_ref', 'ref(?:src|id)', 'sfnsn', 'extid', 'eav', 'paipv'),
  },
  {
    source: 'Click ids of Microsoft, Yandex, X, TikTok, LinkedIn, Pinterest, Snap and Reddit',
    names: whole(
      'msclkid',
      'y(?:s|m)?clid',
      '_openstat',
      'twclid',
      'ttclid',
      'li_fat_id',
      'epik',
      'sc_?cid',
      'rdt_cid',
      'ref_?src',
      'ref_?url',
      '__twitter_impression',
    ),
  },
  { source: 'Baidu Tongji', names: whole('hm(?:sr|pl|cu|kw|ci)', 'bd_vid') },
  { source: 'Alibaba', names: whole('spm', 'scm'), values: /\..*\./ },
  { source: 'Bilibili', names: whole('spm_id_from', 'vd_source') },
  {
    source: 'Piano (AT Internet), as on the pages of the BBC',
    names: whole(
      'at_(?:medium|campaign\\w*|custom\\d|bbc_team|link_?\\w+|ptr_name|format|variant|creation|channel|network|term|general_placement|detail_placement|email\\w+|send_\\w+|recipient_\\w+|affiliate_?\\w*|advertiser|identifier)',
      'xtor',
      'xts',
    ),
  },
  { source: 'comScore', names: whole('ns_(?:mchannel|source|campaign|linkname|fee)') },
  {
    source: 'Matomo',
    names: whole(
      '(?:pk|piwik|mtm|matomo)_(?:campaign|kwd|keyword|source|medium|content|cid|group|placement|cpn)',
    ),
  },
  { source: 'Adobe', names: whole('s_cid', 's_kwcid', 'ef_id', 'mkt_tok') },
  { source: 'Adobe', names: whole('cmpid'), values: /[a-z]/i },
  { source: 'Webtrekk (Mapp) and Webtrends', names: whole('wt_z?mc', 'wt\\.(?:z?mc|mc_id|tsrc)') },
  {
    source:
      'Mailchimp, HubSpot, Eloqua, Omeda, Vero, Drip, Klaviyo, Kit, MailerLite, beehiiv, dotdigital, ActiveCampaign',
    names: whole(
      'mc_(?:cid|eid|tc)',
      '_hs(?:enc|mi)',
      '__hs(?:sc|tc|fp)',
      'hsctatracking',
      'hsa_[a-z]+',
      'hss_channel',
      'elq(?:track(?:id)?|aid|at|ak|campaignid|cst)?',
      'oly_(?:anon|enc)_id',
      'rb_clickid',
      'vero_(?:id|conv)',
      '__s',
      '_kx',
      'ck_subscriber_id',
      'ml_subscriber(?:_hash)?',
      '_bhlid',
      'dm_i',
      'wickedid',
      'vgo_ee',
    ),
  },
  { source: 'Listrak', names: whole('trk_(?:contact|msg|module|sid)') },
  {
    source: 'Amazon Web Services',
    names: whole(
      'sc_(?:campaign|channel|content|medium|geo|country|outcome|publisher|detail|category|segment)',
    ),
  },
  { source: 'WeChat', names: whole('from'), values: /^(?:singlemessage|groupmessage|timeline)$/ },
  { source: 'WeChat', names: whole('isappinstalled'), values: /^[01]$/ },
  { source: 'Taboola, Outbrain', names: whole('tblci', 'dicbo', 'ob_?click_?id') },
  { source: 'Shareaholic, AddThis, Readwise', names: whole('sr_share', 'sms_ss', '__readwiselocation') },
  { source: 'Akamai mPulse', names: whole('akamai-rum'), values: /^off$/ },
  { source: 'MediaWiki', names: whole('wprov', 'mobileaction') },
  { source: 'Blogger: the page for telephones', hosts: /\.blogspot\.com$/, names: whole('m') },
  { source: 'Branch', names: whole('_branch_(?:match_id|referrer)') },
  {
    source: 'Impact, CJ, Rakuten',
    names: whole('zanpid', 'irclickid', 'irgwc', 'cjevent', 'ran(?:mid|eaid|siteid)'),
  },
  { source: 'Awin', names: whole('awc'), values: /^\d+_\d+_/ },
  {
    source: 'Campaign parameters that some sites use instead of utm_',
    names: whole(
      'itm_(?:campaign|medium|source|content)',
      'hmb_(?:campaign|medium|source)',
      'campaign_(?:medium|source|term|content)',
      'xing_share',
      '_lrsc',
    ),
  },
  { source: 'Yahoo', names: whole('guccounter', 'guce_referrer(?:_sig)?', 'soc_(?:src|trk)') },
  {
    source: 'WordPress (Jetpack)',
    names: whole('share'),
    values:
      /^(?:twitter|x|facebook|linkedin|reddit|tumblr|pinterest|pocket|telegram|jetpack-whatsapp|whatsapp|mastodon|bluesky|threads|email)$/,
  },
  { source: 'WordPress (Jetpack)', names: whole('nb'), values: /^1$/ },
  { source: 'WordPress: the link to answer a comment', names: whole('replytocom'), values: /^\d+$/ },
  {
    source: 'Publishers: the value tells if the name is a place or an id',
    names: whole(
      'ref',
      'referr?er',
      'partner',
      's?cid',
      'ncid',
      'icid',
      'int_?cmp',
      'mbid',
      'cmp',
      'traffic_?source',
    ),
    values: place,
  },
  {
    source: 'Publishers, whose feeds add them',
    names: whole('source', 'src', 'from', 'via', 'output'),
    values: /^(?:rss|feed|rss[-_][\w-]*|[\w-]*[-_](?:rss|feed))$/i,
  },
  { source: 'Publishers, whose feeds add them', names: whole('rss'), values: /^(?:1|true|yes)?$/i },
  {
    source: 'Microsoft and the BBC',
    hosts: /(?:^|\.)(?:(?:msn|bing|microsoft|xbox|windows|bbc)\.com|bbc\.co\.uk)$/,
    names: whole('ocid', 'cvid'),
  },
  { source: 'MSN', hosts: /^msn\.com$/, names: whole('ei', 'pc', 'apiversion') },
  { source: 'CBS', names: whole('ftag'), values: /^[A-Z]{3}-\d\d-/ },
  { source: 'CNBC', hosts: /(?:^|\.)cnbc\.com$/, names: whole('__source', 'par') },
  { source: 'Bloomberg', hosts: /(?:^|\.)bloomberg\.com$/, names: whole('sref', 'leadsource', 'srnd') },
  { source: 'IMDb', hosts: /(?:^|\.)imdb\.com$/, names: whole('ref_') },
  { source: 'The Guardian', hosts: /(?:^|\.)theguardian\.com$/, names: whole('cmp') },
  {
    source: 'DMG Media',
    hosts: /(?:^|\.)(?:dailymail\.co\.uk|metro\.co\.uk|thisismoney\.co\.uk|inews\.co\.uk|newscientist\.com)$/,
    names: whole('ito'),
  },
  {
    source: 'The New York Times',
    hosts: /(?:^|\.)nytimes\.com$/,
    names: whole(
      'smid',
      'smtyp',
      'partner',
      'emc',
      'unlocked_article_code',
      'referringsource',
      'nl',
      'te',
      '(?:campaign|instance|regi|segment|user)_id',
    ),
  },
  {
    source: 'Dow Jones',
    hosts: /(?:^|\.)(?:wsj|marketwatch|barrons)\.com$/,
    names: whole('mod', 'reflink', 'st'),
  },
  { source: 'Deutsche Welle', hosts: /(?:^|\.)dw\.com$/, names: whole('maca') },
  { source: 'Der Spiegel', hosts: /(?:^|\.)spiegel\.de$/, names: whole('sara_\\w+') },
  { source: 'Threads', hosts: /^threads\.com$/, names: whole('xmt', 'slof') },
  { source: 'Forbes', hosts: /(?:^|\.)forbes\.com$/, names: whole('sh') },
  {
    source: 'AOL',
    hosts: /(?:^|\.)(?:aol|huffpost|huffingtonpost|techcrunch|engadget)\.com$/,
    names: whole('ncid'),
  },
  { source: 'NBC', hosts: /(?:^|\.)(?:nbcnews|msnbc|today|cnbc)\.com$/, names: whole('cid') },
  { source: 'AOL and others', names: whole('ncid'), values: /^newslt/ },
  { source: 'Google News', hosts: /^news\.google\.com$/, names: whole('oc', 'hl', 'gl', 'ceid') },
  {
    source: 'YouTube',
    hosts: /^youtube\.com$/,
    names: whole('si', 'feature', 't', 'pp', 'ab_channel', 'app'),
  },
  { source: 'Session ids of Java and PHP', names: whole('jsessionid', 'phpsessid') },
  {
    source: 'Session ids of phpBB, vBulletin and osCommerce',
    names: whole('sid', 's', 'oscsid', 'zenid'),
    values: /^[\da-f]{32}$/,
  },
  { source: 'Echobox', names: whole('echobox') },
  { source: 'Spotify', hosts: /^open\.spotify\.com$/, names: whole('si', 'nd', 'context', 'dlsi') },
  {
    source: 'LinkedIn',
    hosts: /(?:^|\.)linkedin\.com$/,
    names: whole('trk', 'trackingid', 'lipi', 'lici', 'rcm', 'originalsubdomain'),
  },
  {
    source: 'eBay',
    hosts: /(?:^|\.)ebay\.[a-z.]+$/,
    names: whole(
      'mkevt',
      'mkcid',
      'mkrid',
      'campid',
      'toolid',
      'customid',
      '_trkparms',
      '_trksid',
      'amdata',
      'hash',
    ),
  },
  {
    source: 'Substack',
    hosts: /(?:^|\.)substack\.com$/,
    names: whole(
      'r',
      's',
      'isfreemail',
      'triedredirect',
      'publication_id',
      'post_id',
      'showwelcome(?:onshare)?',
    ),
  },
  { source: 'Medium', hosts: /(?:^|\.)medium\.com$/, names: whole('source', 'sk', 'gi') },
  { source: 'Telegram', hosts: /^t\.me$/, names: whole('single', 'embed', 'mode', 'userpic') },
  {
    source: 'The AMP project and publishers: the light form of a page',
    names: whole('_?(?:is|non?)?amp'),
    values: /^(?:1|true|yes|html|mobile|async)?$/i,
  },
  {
    source: 'The AMP project and publishers: the light form of a page',
    names: whole('amp_(?:js_v|gsa|tf|ct)', 'usqp', 'aoh', 'ampshare'),
  },
  {
    source: 'The AMP project and publishers: the light form of a page',
    names: whole('csi', 'amp_markup'),
    values: /^[01]$/,
  },
  {
    source: 'The AMP project and publishers: the light form of a page',
    names: whole('output_?type', 'output', 'mode', 'view', 'format', 'service'),
    values: /^amp(?:-type)?$/i,
  },
]

/**
 * The light form of a page, in its path. `without` stands for what the pattern finds. A page `/amp` can as well be about an amplifier, so the first two
 * need the rest of the address to be that of an article.
 */
export const lightForms: readonly { source: string; path: RegExp; without: string; onlyArticles?: true }[] = [
  {
    source: 'WordPress (AMP) and publishers',
    path: /\/amp(?:\.html?)?$/i,
    without: '',
    onlyArticles: true,
  },
  { source: 'Publishers', path: /^\/amp(?=\/)/i, without: '', onlyArticles: true },
  { source: 'Publishers, such as the ARD and Golem', path: /[.~]amp(?=\.html?$|$)/i, without: '' },
  { source: 'The BBC and Reuters', path: /^\/(platform|news|article)\/amp(?=\/)/i, without: '/$1' },
  { source: 'USA Today', path: /\/google-amp(?=\/)/i, without: '' },
  { source: 'DMG Media', path: /(\/article-\d+)\/amp(?=\/)/i, without: '$1' },
  { source: 'The Times of India', path: /\/amp_(?=articleshow\/)/i, without: '/' },
  { source: 'Der Spiegel', path: /(-a-[\da-f-]+)-amp$/i, without: '$1' },
]

/** Names of sites before their host, for the forms of a page for telephones and AMP, and for the web. They are cut off. */
export const prefixes = /^(?:www\d{0,2}|m|mobile?|amp|touch|wap)\.(?=[^.]+\.[^.])/

/** The second level of countries, where each name is a site of its own. */
const secondLevel =
  /^(?:co|com|org|net|gov|gouv|ac|edu|or|ne|go|gob|nom|mil|biz|ltd|plc|asso|sch|nhs|uk|us|eu|de)\.[a-z]{2,3}$/

/**
 * Hosts below which each name is a site of its own, so that `m.github.io` belongs to a customer named m: the endings of publicsuffix.org under which
 * most sites of people are.
 */
const homes = new Set(
  `github.io gitlab.io readthedocs.io bitbucket.io gitbook.io sourceforge.io sourceforge.net codeberg.page
  netlify.app netlify.com vercel.app vercel.dev now.sh web.app pages.dev workers.dev r2.dev onrender.com deno.dev deno.net fly.dev
  herokuapp.com firebaseapp.com appspot.com run.app cloudfunctions.net azurewebsites.net azurestaticapps.net cloudapp.net cloudfront.net
  amplifyapp.com elasticbeanstalk.com streamlit.app base44.app lovable.app lovable.dev bubbleapps.io replit.app replit.dev repl.co glitch.me
  csb.app ngrok.io ngrok.app ngrok.dev ngrok-free.app duckdns.org dyndns.org ddns.net hopto.org eu.org surge.sh
  wordpress.com tumblr.com substack.com medium.com ghost.io beehiiv.com hashnode.dev bearblog.dev micro.blog typepad.com over-blog.com
  livejournal.com hatenablog.com exblog.jp seesaa.net jugem.jp blog.jp tistory.com canalblog.com altervista.org neocities.org bandcamp.com
  itch.io fandom.com wiki.gg miraheze.org notion.site super.site carrd.co cargo.site weebly.com wixsite.com squarespace.com webflow.io
  framer.app framer.website framer.ai jimdofree.com jimdosite.com mystrikingly.com myportfolio.com ucoz.ru narod.ru
  myshopify.com bigcartel.com mybigcommerce.com gumroad.com teachable.com thinkific.com hs-sites.com zendesk.com freshdesk.com atlassian.net
  statuspage.io discourse.group circle.so stripe.com signalvnoise.com`.split(/\s+/),
)

export const isHostOfMany = (host: string): boolean =>
  homes.has(host) ||
  secondLevel.test(host) ||
  /^blogspot\.(?:com?\.)?[a-z]{2,3}$|(?:^|\.)(?:amazonaws\.com|windows\.net)$/.test(host)

/** Hosts of one site. */
export const sameHosts: readonly [hosts: RegExp, host: string][] = [
  // Wikimedia's mobile hosts: en.m.wikipedia.org.
  [
    /^([a-z-]+)\.m\.((?:wikipedia|wiktionary|wikiquote|wikibooks|wikisource|wikinews|wikiversity|wikivoyage|wikimedia)\.org)$/,
    '$1.$2',
  ],
  [/^(?:old|new|i|sh|[a-z]{2}(?:-[a-z]{2})?)\.reddit\.com$/, 'reddit.com'],
  [/^(?:(?:web|mbasic|touch|free|[a-z]{2}-[a-z]{2})\.facebook|fb)\.com$/, 'facebook.com'],
  [/^(?:twitter|vxtwitter|fxtwitter|fixupx|fixvx)\.com$/, 'x.com'],
  [/^(?:music\.youtube|gaming\.youtube|youtube-nocookie)\.com$/, 'youtube.com'],
  [/^telegram\.(?:me|dog)$/, 't.me'],
  [/^threads\.net$/, 'threads.com'],
  [/^[a-z]{2}\.linkedin\.com$/, 'linkedin.com'],
  [/^(?:[a-z]{2}\.)?pinterest\.(?:com?\.)?[a-z]{2,3}$/, 'pinterest.com'],
  [/^vk\.ru$/, 'vk.com'],
  // Blogger leads readers to the host of their country.
  [/^([\w-]+)\.blogspot\.(?:com?\.)?[a-z]{2,3}$/, '$1.blogspot.com'],
  [/^(?:edition|us|lite)\.cnn\.com$/, 'cnn.com'],
]

/** Sites that write the address of one page in several ways. The pattern is compared with the host, path and query, and the new address is final. */
export const samePages: readonly [address: RegExp, page: string][] = [
  [/^youtu\.be\/(?!watch\b)([\w-]+)(?:[?#].*)?$/, 'youtube.com/watch?v=$1'],
  [
    /^youtube\.com\/(?:shorts|embed|live|v|e|watch)\/(?!videoseries|live_stream)([\w-]+)(?:[?#&].*)?$/,
    'youtube.com/watch?v=$1',
  ],
  [
    /^youtube\.com\/attribution_link\?(?:.*&)?u=%2Fwatch%3Fv%3D([\w-]+)(?:[%&].*)?$/,
    'youtube.com/watch?v=$1',
  ],
  // Invidious and Piped show the videos of YouTube.
  [
    /^(?:youtube\.com(?:\/watch)?|(?:youtu\.be|yewtu\.be|piped\.video|invidious(?:\.[\w-]+){1,3})\/watch)\?(?=(?:.*&)?v=([\w-]+))(?!(?:.*&)?lc=).*$/,
    'youtube.com/watch?v=$1',
  ],
  [
    /^(?:redd\.it|reddit\.com\/tb|reddit\.com(?=\/[a-z]*\d\w*$))\/(\w+)(?:[?#].*)?$/,
    'reddit.com/comments/$1',
  ],
  [
    /^reddit\.com\/(?:(?:r|u|user)\/[\w-]+\/)?comments\/(\w+)\/[^/?#]*\/(\w+)(?:[?#].*)?$/,
    'reddit.com/comments/$1/_/$2',
  ],
  [
    /^reddit\.com\/(?:gallery|(?:(?:r|u|user)\/[\w-]+\/)?comments)\/(\w+)(?:\/[^/?#]*)?(?:\/\.\w+)?(?:[?#].*)?$/,
    'reddit.com/comments/$1',
  ],
  // Nitter shows the posts of X.
  [
    /^(?:x\.com|xcancel\.com|nitter(?:\.[\w-]+){1,3})(?:\/|#!\/)(?:\w+|i\/web)\/status(?:es)?\/(\d+)(?:[/?#].*)?$/,
    'x.com/i/status/$1',
  ],
  [/^([^/]+)\/users\/(\w+)\/statuses\/(\d+)$/, '$1/@$2/$3'],
  [/^linkedin\.com\/posts\/[^/?#]*-activity-(\d+)-[\w-]+$/, 'linkedin.com/feed/update/urn:li:activity:$1'],
  [/^facebook\.com\/story\.php\?(.*)$/, 'facebook.com/permalink.php?$1'],
  [/^facebook\.com\/(?:watch\?v=|[^/?#]+\/videos\/(?:[^/?#]+\/)?)(\d+)$/, 'facebook.com/videos/$1'],
  [/^vk\.com\/[^?#]*\?(?:.*&)?w=(wall-?\d+_\d+)$/, 'vk.com/$1'],
  [/^instagram\.com\/(?:[\w.]+\/)?(?:p|reels?|tv)\/([\w-]+)(?:[?#].*)?$/, 'instagram.com/p/$1'],
  [
    /^tiktok\.com\/(?:@[\w.-]+\/(?:video|photo)|v|embed(?:\/v\d)?)\/(\d+)(?:\.html)?(?:[?#].*)?$/,
    'tiktok.com/video/$1',
  ],
  [/^t\.me\/s\/([\w-]+\/\d+)$/, 't.me/$1'],
  [/^bbc\.co\.uk\/((?:news|sport)(?:\/.*)?)$/, 'bbc.com/$1'],
  [/^cnn\.com\/cnn\/(.+)$/, 'cnn.com/$1'],
  [/^news\.google\.com\/(?:rss\/)?(?:articles|read)\/([\w-]+)$/, 'news.google.com/articles/$1'],
  [
    /^(?:[\w-]+\.)?medium\.com\/(?:(?:@[\w.]+|[\w-]+)\/)?(?:p\/|[^/?#]*-)([0-9a-f]{10,12})$/,
    'medium.com/p/$1',
  ],
  [/^(amazon\.[a-z.]+)\/(?:[^?#]*\/)?(?:dp|gp\/product|gp\/aw\/d)\/([A-Z0-9]{10})(?:[/?#].*)?$/, '$1/dp/$2'],
  [
    /^(?:[a-z-]+\.)?(stackoverflow\.com|superuser\.com|serverfault\.com|[a-z]+\.stackexchange\.com)\/q(?:uestions)?\/(\d+)(?:\/[^/?#]*)?$/,
    '$1/questions/$2',
  ],
  [
    /^(?:[a-z-]+\.)?(stackoverflow\.com|superuser\.com|serverfault\.com|[a-z]+\.stackexchange\.com)\/(?:a|questions\/\d+\/[^/?#]+)\/(\d+)(?:\/\d+)?(?:#\d+)?$/,
    '$1/a/$2',
  ],
  [/^([a-z-]+\.wik[a-z]+\.org)\/w\?title=([^&#]+)$/, '$1/wiki/$2'],
]

/** Addresses that only lead to another one. `target` finds it, or its parts, in the address; the others have it in a parameter. */
export type Redirector = { hosts: RegExp; path?: RegExp } & (
  | { parameters: readonly string[]; read?: 'bing' | 'proofpoint' | 'disqus' }
  | { target: RegExp; read?: 'google-news' }
)

const google = /^(?:(?:www|news|[a-z]+\.url)\.)?google\.(?:com?\.)?[a-z]{2,3}$/

export const redirectors: readonly Redirector[] = [
  {
    hosts: google,
    path: /^\/(?:(?:news\/)?url|imgres|interstitial)$/,
    parameters: ['url', 'q', 'imgrefurl'],
  },
  { hosts: google, target: /^\/amp\/(?:s\/)?(.+)$/ },
  { hosts: google, path: /^\/aclk$/, parameters: ['adurl'] },
  {
    hosts: /^(?:www\.googleadservices\.com|googleads\.g\.doubleclick\.net)$/,
    path: /\/aclk$/,
    parameters: ['adurl'],
  },
  { hosts: /^(?:search|cr\d?)\.naver\.com$/, path: /\/rd$/, parameters: ['u'] },
  { hosts: /^(?:m|www)\.baidu\.com$/, path: /\/tc$/, parameters: ['src'] },
  { hosts: /\.cdn\.ampproject\.org$/, target: /^\/[a-z]\/(?:s\/)?(.+)$/ },
  { hosts: /^(?:www\.)?bing-amp\.com$/, target: /^\/c\/(?:s\/)?(.+)$/ },
  {
    hosts: /^news\.google\.com$/,
    target: /^\/(?:__i\/)?(?:rss\/)?(?:articles|read)\/([\w-]+)/,
    read: 'google-news',
  },
  { hosts: /^(?:www\.)?bing\.com$/, path: /^\/news\/apiclick\.aspx$/i, parameters: ['url'] },
  { hosts: /^(?:www\.)?bing\.com$/, path: /^\/ck\/a$/, parameters: ['u'], read: 'bing' },
  { hosts: /^(?:html\.|www\.)?duckduckgo\.com$/, path: /^\/+l\/?$/, parameters: ['uddg'] },
  { hosts: /^(?:ri?\.)?search\.yahoo\.com$/, target: /\/RU=([^/]+)\// },
  { hosts: /^(?:www\.)?yandex\.[a-z]+$/, path: /^\/clck\//, parameters: ['url'] },
  { hosts: /\.turbopages\.org$/, target: /^\/(?:turbo\/)?([^/]+\.[^/]+)(?:\/[hs])?(\/.*)$/ },
  { hosts: /^l\.wl\.co$/, path: /^\/l$/, parameters: ['u'] },
  { hosts: /^go\.bsky\.app$/, path: /^\/redirect$/, parameters: ['u'] },
  { hosts: /^medium\.com$/, path: /^\/r\/?$/, parameters: ['url'] },
  { hosts: /^disq\.us$/, path: /^\/(?:url)?$/, parameters: ['url'], read: 'disqus' },
  { hosts: /^getpocket\.com$/, path: /^\/redirect$/, parameters: ['url'] },
  { hosts: /^ok\.ru$/, path: /^\/dk$/, parameters: ['st.rfn'] },
  { hosts: /^(?:www\.)?pixiv\.net$/, path: /^\/jump\.php$/, parameters: ['url'] },
  { hosts: /^lm?\.(?:facebook|instagram|messenger|threads|workplace)\.(?:com|net)$/, parameters: ['u'] },
  { hosts: /^(?:www\.|m\.)?facebook\.com$/, path: /^\/(?:flx\/warn\/?|l\.php)$/, parameters: ['u'] },
  { hosts: /^t\.umblr\.com$/, path: /^\/redirect$/, parameters: ['z'] },
  { hosts: /^out\.reddit\.com$/, parameters: ['url'] },
  { hosts: /^(?:www\.|m\.)?youtube\.com$/, path: /^\/redirect$/, parameters: ['q'] },
  { hosts: /^(?:www\.)?linkedin\.com$/, path: /^\/(?:redir\/redirect|safety\/go)\/?$/, parameters: ['url'] },
  { hosts: /^(?:m\.|away\.)?vk\.(?:com|ru)$/, path: /^\/away(?:\.php)?$/, parameters: ['to'] },
  { hosts: /^slack-redir\.net$/, path: /^\/link$/, parameters: ['url'] },
  { hosts: /\.safelinks\.protection\.outlook\.com$/, parameters: ['url'] },
  { hosts: /^statics\.teams\.cdn\.office\.net$/, path: /\/atp-safelinks\.html$/, parameters: ['url'] },
  { hosts: /^search\.app$/, parameters: ['link'] },
  { hosts: /^link\.(?:zhihu|csdn|juejin|gitee)\.(?:com|net|cn)$/, parameters: ['target'] },
  { hosts: /^(?:www\.)?douban\.com$/, path: /^\/link2\/?$/, parameters: ['url'] },
  { hosts: /^weibo\.c(?:n|om)$/, path: /^\/sinaurl$/, parameters: ['u', 'toasturl'] },
  { hosts: /^(?:www\.)?deviantart\.com$/, target: /^\/users\/outgoing\?(.+)$/ },
  { hosts: /^steamcommunity\.com$/, path: /^\/linkfilter\/?$/, parameters: ['u', 'url'] },
  { hosts: /^(?:exit|gate)\.sc$/, parameters: ['url'] },
  { hosts: /^(?:href\.li|anonym\.to|jump\.5ch\.net)$/, target: /^\/\?(.+)$/ },
  { hosts: /^urldefense\.(?:proofpoint\.)?com$/, path: /^\/v2\/url$/, parameters: ['u'], read: 'proofpoint' },
  { hosts: /^urldefense\.com$/, target: /^\/v3\/__(.+?)__;/ },
  { hosts: /^linkprotect\.cudasvc\.com$/, path: /^\/url$/, parameters: ['a'] },
  { hosts: /^redirect\.viglink\.com$/, parameters: ['u'] },
  { hosts: /^(?:www\.)?awin1\.com$/, path: /^\/cread\.php$/, parameters: ['ued', 'p'] },
  { hosts: /^(?:go\.redirectingat|go\.skimresources)\.com$/, parameters: ['url'] },
  { hosts: /^click\.linksynergy\.com$/, parameters: ['murl'] },
]

/** Fragments that are a place on the page, although they look like a post of it. */
export const places =
  /^(?:comments?|comment-(?:form|list|respond|area|section|box)|comments-.*|respond|reply-title|top|main|content|more-\d+)$/i
/** Fragments that are a post of the page: those with a digit, and these. */
export const posts = /\d|^(?:comment|issuecomment|reply|post|message|msg|answer|discussion|[cpr])[-_:]/i
