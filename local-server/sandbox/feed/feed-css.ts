// The stylesheet of the feed, as text so that every bundle contains it and it works wherever the sandbox runs.

export const FEED_CSS = `
@font-face {
  font-family: 'Figtree Variable'; font-weight: 300 900; font-display: swap;
  src: url(/typeface.woff2) format('woff2');
}
:root {
  color-scheme: light dark;
  --ground: #f8f8fc; --card: #ffffff; --line: #e3e4ee; --ink: #171a2b; --soft: #565d75; --link: #3447c2;
  --badge: #fff3d1; --badge-ink: #5a4300;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10152a; --card: #161c32; --line: #2a324b; --ink: #e9ecf6; --soft: #a3acc8; --link: #a3b4ff;
    --badge: #3a2f10; --badge-ink: #ffe2a0;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 'Figtree Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
a { color: var(--link); }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; background: var(--card); padding: .5rem 1rem; }
.skip:focus { left: .5rem; top: .5rem; }
.badge {
  position: sticky; top: 0; z-index: 1; margin: 0; padding: .5rem 1rem; text-align: center;
  background: var(--badge); color: var(--badge-ink); font-size: .9rem;
}
main { max-width: 58rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
.profile { display: flex; align-items: center; gap: clamp(1rem, 5vw, 3.5rem); padding: .5rem 0 2rem; }
.avatar {
  flex: none; display: grid; place-items: center; width: clamp(4.5rem, 18vw, 8.5rem); aspect-ratio: 1;
  border-radius: 50%; background: linear-gradient(135deg, #f0a35e, #c2477f 60%, #6a4bb5); color: #fff;
  font-size: clamp(1.4rem, 6vw, 2.6rem); font-weight: 600; letter-spacing: .02em;
}
h1 { margin: 0 0 .25rem; font-size: 1.5rem; font-weight: 650; overflow-wrap: anywhere; }
h2 { margin: .75rem 0 .25rem; font-size: 1.2rem; }
.counts { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0; padding: 0; list-style: none; }
.bio { margin: .5rem 0 0; color: var(--soft); }
.bio b { color: var(--ink); }
.grid {
  display: grid; grid-template-columns: repeat(3, 1fr); gap: 4px;
  margin: 0; padding: 1rem 0 0; border-top: 1px solid var(--line); list-style: none;
}
.grid a { display: block; position: relative; }
.mark {
  position: absolute; top: .4rem; right: .4rem; padding: .05rem .5rem; border-radius: 1rem;
  background: var(--badge); color: var(--badge-ink); font-size: .75rem;
}
.places { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding-bottom: .75rem; font-size: .9rem; }
.places [aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
.stories { display: flex; gap: .75rem; overflow-x: auto; padding: .35rem .35rem 1.25rem; }
.stories a { flex: none; max-width: 7rem; color: var(--soft); text-align: center; text-decoration: none; }
.stories small { display: block; padding-top: .35rem; font-size: .75rem; overflow-wrap: anywhere; }
.stories img, .stories video {
  display: block; width: 4.25rem; aspect-ratio: 1; margin: 0 auto; object-fit: cover; border-radius: 50%;
  border: 3px solid var(--card); outline: 3px solid #c2477f; background: var(--line);
}
.grid img { display: block; width: 100%; aspect-ratio: 1; object-fit: cover; background: var(--line); }
.grid a:hover img { filter: brightness(.88); }
.older { text-align: center; }
.empty { padding: 3rem 1rem; border-top: 1px solid var(--line); text-align: center; color: var(--soft); }
.empty h1, .empty h2 { color: var(--ink); }
.empty p { max-width: 28rem; margin: 0 auto; }
.frame { display: inline-block; width: 4rem; aspect-ratio: 1; border: 2px solid var(--soft); border-radius: 1.1rem; }
.post {
  display: grid; overflow: hidden; border: 1px solid var(--line); border-radius: .75rem; background: var(--card);
}
.media { display: grid; gap: 4px; align-content: start; }
.post img, .post video { display: block; width: 100%; max-height: 80vh; object-fit: contain; background: var(--ground); }
.post > div:not(.media) { padding: 1rem 1.25rem; }
.caption { white-space: pre-line; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0 0; font-size: .9rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.list { display: grid; gap: 1rem; margin: 0; padding: 1rem 0 0; border-top: 1px solid var(--line); list-style: none; }
form { display: grid; gap: 1rem; margin-top: 1rem; }
fieldset { margin: 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); }
legend { padding: 0 .35rem; font-weight: 600; }
label { display: flex; gap: .6rem; align-items: baseline; padding: .2rem 0; overflow-wrap: anywhere; }
input { accent-color: var(--link); }
.people { display: grid; gap: .5rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.people a {
  display: block; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .75rem;
  background: var(--card); color: var(--ink); text-decoration: none;
}
.people a:hover { border-color: var(--link); }
.people small { display: block; color: var(--soft); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; }
button {
  padding: .55rem 1.2rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); color: var(--ink);
  font: inherit; cursor: pointer;
}
button[value='allow'] { border-color: var(--link); background: var(--link); color: var(--ground); font-weight: 600; }
button:focus-visible, input:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.practice { margin: 0 0 1.25rem; }
.practice fieldset { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.25rem; }
@media (min-width: 46rem) { .post { grid-template-columns: 3fr 2fr; } }
@media (prefers-reduced-motion: no-preference) { .grid img { transition: filter .15s; } }
`
