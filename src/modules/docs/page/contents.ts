/** Marks in the contents of the page which section is being read. */
export function followContents(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [
      decodeURIComponent(link.hash.slice(1)),
      link,
    ]),
  );
  const headings = [...links.keys()]
    .map((id) => document.getElementById(id))
    .filter((heading) => heading !== null);
  const visible = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target);
        else visible.delete(target);
      }
      const read = headings.find((heading) => visible.has(heading)) ?? lastAbove(headings);
      for (const [id, link] of links) {
        if (id === read?.id) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    },
    { rootMargin: '-56px 0px -60% 0px' },
  );
  for (const heading of headings) observer.observe(heading);
}

/** The last heading that has been scrolled past. */
const lastAbove = (headings: readonly HTMLElement[]): HTMLElement | undefined =>
  headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight * 0.4);
