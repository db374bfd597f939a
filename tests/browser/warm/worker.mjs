// Added to a worker that lends its Python (see __init__.py): the build's worker.js comes first and defines all names used here.
/* global demanded, gameWithFiles, python */

const pages = new BroadcastChannel("warm");
const anew = gameWithFiles().then(() => python).then((started) => {
  started.runPython("{{lent}}");
  return started.globals.get("anew");
});
let page = "", receive = null;

pages.onmessage = async ({ data: { from, text } }) => {
  const begin = await anew;
  if (text === undefined) {
    page = from;
    receive = begin((answer) => { if (page === from) pages.postMessage({ to: from, text: answer }); }, demanded);
    pages.postMessage({ to: from, text: '{"whole": true}' });
  } else if (page === from) {
    receive(text);
  }
};
