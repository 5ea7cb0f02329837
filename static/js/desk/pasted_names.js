// @ts-check
// Several lines pasted into the field for one name: they are sent as lines, and the server shows them as a list to confirm.

export function watchPastedNames() {
  document.addEventListener("paste", (event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || !field.form?.hasAttribute("data-names")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!/\S\s*[\r\n]+\s*\S/.test(text)) return;
    event.preventDefault();
    const lines = document.createElement("textarea");
    lines.name = field.name;
    lines.value = text;
    lines.hidden = true;
    field.form.append(lines);
    field.removeAttribute("name");
    field.form.submit();
  });
}
