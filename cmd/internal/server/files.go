package server

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"sync/atomic"

	"crosscut/cmd/internal/serve"
	"crosscut/web"
)

// files serves the files of a folder, each as a whole. Folders have no listing. Where a file
// NAME.br or NAME.gz is beside NAME, clients that take it get it. A file is read when a client first
// takes it. Texts are compressed from then on, and sent as they are until that is done. A version of a file is known by
// its hash, so a client that has it gets no other copy.
func files(from fs.FS) http.Handler {
	all := filesOf(from)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			refuse(w, http.StatusMethodNotAllowed, serve.Fail(serve.Input, fmt.Errorf("%s takes GET only", r.URL.Path)))
			return
		}
		name := r.URL.Path
		if name == "/" {
			name = "/index.html"
		}
		get, ok := all[name]
		mediaType, known := mediaTypes[path.Ext(name)]
		if !ok || !known {
			http.NotFound(w, r)
			return
		}
		head, vary := w.Header(), w.Header()["Vary"]
		head.Set("Content-Type", mediaType)
		for _, form := range web.Forms {
			smaller, ok := all[name+form.Ending]
			if !ok {
				continue
			}
			head["Vary"] = append(vary, "Accept-Encoding")
			if !strings.Contains(r.Header.Get("Accept-Encoding"), form.Name) {
				continue
			}
			if f := smaller(); f != nil {
				head.Set("Content-Encoding", form.Name)
				f.send(w, r)
				return
			}
		}
		get().send(w, r)
	})
}

// filesOf returns what reads each file of a folder, by its path, and what makes the smaller forms of a text: nil until
// one is made.
func filesOf(from fs.FS) map[string]func() *file {
	all := make(map[string]func() *file)
	_ = fs.WalkDir(from, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil
		}
		read := sync.OnceValue(func() *file {
			text, err := fs.ReadFile(from, name)
			if err != nil {
				return &file{} // it is as if it were not there
			}
			return newFile(text)
		})
		all["/"+name] = read
		if mediaType := mediaTypes[path.Ext(name)]; strings.HasPrefix(mediaType, "text/") || path.Ext(name) == ".json" {
			for _, form := range web.Forms {
				var made atomic.Pointer[file]
				begin := sync.OnceFunc(func() {
					if whole := read(); whole.tag != "" {
						go func() {
							smaller, _ := form.Compress(whole.text) // a buffer takes everything
							made.Store(newFile(smaller))
						}()
					}
				})
				all["/"+name+form.Ending] = func() *file {
					begin()
					return made.Load()
				}
			}
		}
		return nil
	})
	return all
}

type file struct {
	text []byte
	tag  string // the header line ETag
}

func newFile(text []byte) *file {
	sum := sha256.Sum256(text)
	return &file{text, `"` + hex.EncodeToString(sum[:16]) + `"`}
}

// send answers a request with the file, unless the client has it. A file that could not be read is not there.
func (f file) send(w http.ResponseWriter, r *http.Request) {
	if f.tag == "" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("ETag", f.tag)
	if r.Header.Get("If-None-Match") == f.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Length", fmt.Sprint(len(f.text)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(f.text) // the client may be gone
	}
}
