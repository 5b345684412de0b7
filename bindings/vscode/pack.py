"""Packs the files of an extension as a .vsix, the same bytes for the same files. pack.py FOLDER OUTPUT"""
import json
import pathlib
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr

TYPES = {"json": "application/json", "js": "application/javascript", "md": "text/markdown", "txt": "text/plain",
         "wasm": "application/wasm", "vsixmanifest": "text/xml"}
TIME = (1980, 1, 1, 0, 0, 0)


def content_types(endings):
    rows = "".join(f'<Default Extension=".{one}" ContentType="{TYPES[one]}"/>' for one in sorted(endings))
    return ('<?xml version="1.0" encoding="utf-8"?>\n'
            f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{rows}</Types>\n')


def vsix_manifest(package):
    asset = '<Asset Type="Microsoft.VisualStudio.{}" Path="extension/{}" Addressable="true"/>'
    assets = "".join(asset.format(kind, path) for kind, path in (
        ("Code.Manifest", "package.json"), ("Services.Content.Details", "README.md"),
        ("Services.Content.Changelog", "CHANGELOG.md"), ("Services.Content.License", "LICENSE.txt")))
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id={quoteattr(package["name"])} Version={quoteattr(package["version"])} Publisher={quoteattr(package["publisher"])}/>
<DisplayName>{escape(package["displayName"])}</DisplayName>
<Description xml:space="preserve">{escape(package["description"])}</Description>
<Tags>{escape(",".join(package["keywords"]))}</Tags>
<Categories>{escape(",".join(package["categories"]))}</Categories>
<License>extension/LICENSE.txt</License>
<Properties>
<Property Id="Microsoft.VisualStudio.Code.Engine" Value={quoteattr(package["engines"]["vscode"])}/>
<Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
</Properties>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>{assets}</Assets>
</PackageManifest>
"""


def main(folder, output):
    folder = pathlib.Path(folder)
    package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    files = sorted(path for path in folder.iterdir() if path.is_file())
    endings = {path.suffix[1:] for path in files} | {"vsixmanifest"}
    entries = [("extension.vsixmanifest", vsix_manifest(package).encode()),
               ("[Content_Types].xml", content_types(endings).encode())]
    entries += [(f"extension/{path.name}", path.read_bytes()) for path in files]
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in entries:
            info = zipfile.ZipInfo(name, TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o100644 << 16
            archive.writestr(info, content)


if __name__ == "__main__":
    main(*sys.argv[1:])
